/**
 * CommonJS modules, loaded with the V8 code cache, or without it if it is not valid. Each runs in a separate process,
 * because V8 caches code within one.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel, Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { wrapModule } from '#platform/compiledModules.ts';
import { packageFolder } from '#platform/paths.ts';

const dist = join(packageFolder(), 'dist');

const files = {
  'entry.cjs': `
    const words = require('./words-a1.cjs');
    exports.greet = (name) => words.greeting + name + words.times();
    exports.seen = () => [__filename, __dirname, require('./words-a1.cjs') === words];
  `,
  'words-a1.cjs': `
    const { join } = require('node:path');
    let called = 0;
    module.exports = { greeting: join('hello', 'you'), times: () => ++called };
  `,
};

interface Opened {
  readonly greeted: readonly string[];
  readonly seen: readonly unknown[];
  readonly reused: readonly string[];
}

const program = `
  const { CompiledModules } = await import(process.argv[1]);
  const modules = new CompiledModules(new URL(process.argv[2]));
  const { greet, seen } = modules.open();
  const greeted = [greet('a'), greet('b')];
  console.log(JSON.stringify({ greeted, seen: seen(), reused: [...modules.reused].sort() }));
  if (process.argv[3]) modules.save();
`;

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), wrapModule(text));
  const kept = join(folder, 'entry.bin');
  const run = (...more: readonly string[]): Opened => {
    const given = [join(dist, 'start.cjs'), pathToFileURL(join(folder, 'entry.cjs')).href, ...more];
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program, ...given]);
    expect(String(stderr)).toBe('');
    return JSON.parse(String(stdout));
  };
  return { folder, kept, open: () => run(), keep: () => run('keep') };
}

const greeted = ['hello/youa1', 'hello/youb2'];

it('loads each module once, as Node does', () => {
  const { folder, open } = aFolder();
  expect(open()).toEqual({ greeted, seen: [join(folder, 'entry.cjs'), folder, true], reused: [] });
});

it('uses the cache of unchanged modules', () => {
  const { open, keep } = aFolder();
  expect(keep()).toMatchObject({ greeted, reused: [] });
  expect(open()).toMatchObject({ greeted, reused: ['entry.cjs', 'words-a1.cjs'] });
});

it('ignores the cache of a changed entry, also of equal length', () => {
  const { folder, open, keep } = aFolder();
  keep();
  writeFileSync(join(folder, 'entry.cjs'), wrapModule(files['entry.cjs'].replace('name +', '"zz"+')));
  expect(open()).toMatchObject({ greeted: ['hello/youzz1', 'hello/youzz2'], reused: ['words-a1.cjs'] });
});

it.each([
  ['nothing', () => Buffer.alloc(0)],
  ['another file', () => Buffer.from('{"text": "", "places": {}}')],
  ['what another version of V8 has made', ofAnotherVersion],
])('does not use a cache that contains %s', (_, made) => {
  const { kept, open, keep } = aFolder();
  keep();
  writeFileSync(kept, made(readFileSync(kept)));
  expect(open()).toMatchObject({ greeted, reused: [] });
});

/** The second field of the V8 cache is the version. */
function ofAnotherVersion(whole: Buffer): Buffer {
  const head = 4 + whole.readUInt32LE(0);
  const { code } = JSON.parse(String(whole.subarray(4, head))) as { code: Record<string, [number, number]> };
  for (const [start] of Object.values(code)) {
    const at = head + start + 4;
    whole.writeUInt32LE((whole.readUInt32LE(at) ^ 1) >>> 0, at);
  }
  return whole;
}

it('has the cache for a start of the server', () => {
  const script = `
    const { commandLine } = await import(process.argv[1]);
    commandLine.open();
    console.log(commandLine.reused.size);
  `;
  const given = ['--input-type=module', '-e', script, join(dist, 'start.cjs')];
  expect(Number(String(spawnSync(process.execPath, given).stdout))).toBeGreaterThan(0);
});

it('has the cache for a plugin worker', async () => {
  const program = `
    const { workerData } = require('node:worker_threads');
    import(${JSON.stringify(pathToFileURL(join(dist, 'pluginWorker.cjs')).href)})
      .then(({ default: { pluginWorker } }) => workerData.postMessage([...pluginWorker.reused]));
  `;
  const { port1: port, port2: workerData } = new MessageChannel();
  const worker = new Worker(program, { eval: true, workerData, transferList: [workerData] });
  onTestFinished(async () => {
    await worker.terminate();
  });
  expect(await once(port, 'message')).toEqual([{ kind: 'ready', thread: expect.any(Number) }]);
  expect((await once(port, 'message'))[0]).toEqual(['pluginProgram.cjs']);
});

it('ignores a cache from another build of Node, which V8 would not reject', () => {
  const { kept, open, keep } = aFolder();
  keep();
  expect(open().reused).toEqual(['entry.cjs', 'words-a1.cjs']);
  const file = readFileSync(kept);
  const at = file.indexOf('"runtime":"') + '"runtime":"'.length;
  file.write('{', at);
  writeFileSync(kept, file);
  expect(open()).toMatchObject({ greeted, reused: [] });
});
