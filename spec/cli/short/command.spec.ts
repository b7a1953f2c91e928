import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bin, freshHome } from '../ptywright.ts';
import { shortCommands } from './commands.ts';

const { run, done, start } = shortCommands();

const has = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

/** Without the rights by which the superuser may open every socket. */
const isRoot = process.getuid?.() === 0;

const unprivileged = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

const kinds = { 1: 'not_met', 2: 'usage', 3: 'no_session', 4: 'no_server' };

async function fails(words: readonly string[], status: keyof typeof kinds, message: string): Promise<void> {
  const [ended, printed] = await Promise.all([run(...words), run(words[0]!, '--json', ...words.slice(1))]);
  expect(ended).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(message) });
  expect(printed.status).toBe(status);
  expect(JSON.parse(printed.stdout)).toMatchObject({ kind: 'error', class: kinds[status], status });
  expect(printed.stderr).toBe('');
}

describe('an invalid argument', () => {
  beforeAll(() => start('quiet', 'cat'));
  afterAll(() => done('close'));

  it.each([
    [['wait', 'text'], 'text: expected text VALUE'],
    [['wait', 'txt', 'a'], 'did you mean text?'],
    [['wait', 'text', '(', '--regex'], 'invalid pattern'],
    [['press', 'entre'], 'did you mean enter?'],
    [['resize', 'a', '2'], 'expected a whole number'],
    [['wait', 'idle', '--regex', '9'], '--regex: not an option of the condition idle'],
    [['expect', 'screen', '--not', 'now'], '--not: not an option of the condition screen'],
    [['expect', 'exit-code', '--not', '0'], '--not: not an option of the condition exit-code'],
    [['expect', 'text', '--styles', 'hi'], '--styles: not an option of the condition text'],
    [['expect', 'title', '--fg', 'red', 'hi'], '--fg: not an option of the condition title'],
    [['expect', 'text', '--fg', 'rot', 'hi'], 'rot: expected a color: black, red'],
    [['expect', 'text', '--bg', '256', 'hi'], '256: expected a color'],
    [['read', '--full', '--since', '0'], '--full: not together with --since'],
    [['read', '--bogus'], '--bogus: no such option'],
  ])('of %j has the exit status 2', (words, message) => fails(words, 2, message));
});

describe('an exit status', () => {
  it.each([
    [['read', '-s', 'nowhere'], 3, 'no session has the id or name nowhere (see ptywright sessions)'],
    [['read'], 3, 'the server has no session; start one with: ptywright start PROGRAM'],
    [['start', 'no-such-program'], 1, 'no-such-program'],
    [
      ['sessions', '--socket', '/nowhere/s'],
      4,
      'no server listens on /nowhere/s (ENOENT); start one with: ptywright serve --socket /nowhere/s',
    ],
  ] as const)('of %j is %i', fails);

  it.skipIf(isRoot && !has('setpriv'))('names a socket that may not be opened (root needs setpriv)', () => {
    const folder = join(freshHome(), 'closed');
    mkdirSync(folder);
    writeFileSync(join(folder, 's'), '');
    chmodSync(folder, 0);
    const words = [...unprivileged, process.execPath, bin, 'sessions', '--socket', join(folder, 's')];
    const { status, stderr } = spawnSync(words[0]!, words.slice(1), { encoding: 'utf8' });
    chmodSync(folder, 0o700);
    expect([status, stderr]).toEqual([4, expect.stringContaining('permission denied (EACCES)')]);
  });

  it('reports an error inside the server with a separate status', async () => {
    const path = join(freshHome(), 's');
    const error = { code: -32603, message: 'internal error', data: { fault: 'Internal' } };
    const failing = createServer((socket) => {
      createInterface(socket).on('line', (line) => {
        const { id } = JSON.parse(line);
        socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
      });
    });
    await once(failing.listen(path), 'listening');
    const { status, stdout } = await run('sessions', '--socket', path, '--json');
    failing.close();
    expect(status).toBe(5);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'error', class: 'internal', status: 5 });
  });
});
