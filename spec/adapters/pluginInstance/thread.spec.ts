import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type LoadMessage, PluginThread } from '#adapters/pluginInstance.ts';
import { limits } from '#limits.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { failureOf } from '../instances.ts';

const toLoad: LoadMessage = {
  kind: 'load',
  sources: { name: 'sample', modules: { main: '' } },
  permissions: [],
  version: '0.0.0',
  vocabulary: { actions: [], matchers: [] },
};

/** A worker that cannot be trusted: JavaScript that answers as it likes. */
function openThread(program: string, clock: Clock = systemClock) {
  const folder = mkdtempSync(join(tmpdir(), 'ptywright-worker-'));
  const file = join(folder, 'worker.mjs');
  writeFileSync(file, `import { workerData as port } from 'node:worker_threads';\n${program}`);
  const logged: string[] = [];
  const thread = new PluginThread({
    clock,
    log: (_, line) => logged.push(line),
    program: file,
  });
  onTestFinished(async () => {
    thread.end('closed', '');
    await thread.gone;
    rmSync(folder, { recursive: true });
  });
  return { thread, logged };
}

const comesUp = `port.postMessage({ kind: 'ready' });
const answer = (id, value) => port.postMessage({ kind: 'answered', id, json: JSON.stringify({ value, trace: [] }) });
const loads = (message) => { if (message.kind === 'load') port.postMessage({ kind: 'loaded', exports: ['run'], compiled: {} }); };
`;

async function askOf(onCall: string) {
  const { thread, logged } = openThread(
    `${comesUp}port.on('message', (message) => { loads(message); if (message.kind === 'call') { ${onCall} } });`,
  );
  await thread.load(toLoad);
  const requested = thread.call({ function: 'run', args: 'params' });
  return { thread, logged, answer: requested };
}

describe('a worker that sends', () => {
  it('valid messages, is accepted', async () => {
    const { answer, thread } = await askOf('answer(message.id, 7)');
    expect(await answer).toEqual({ value: 7, suspended: false, trace: [] });
    expect(thread.usable).toBe(true);
  });

  it.each([
    ['an answer to what it was not asked', 'answer(message.id + 1, 7)'],
    ['that it is ready, again', "port.postMessage({ kind: 'ready' })"],
    ['that it is loaded, again', "port.postMessage({ kind: 'loaded', exports: [], compiled: {} })"],
    ['what is none of ours', 'port.postMessage(new Map())'],
    ['a text', "port.postMessage('answered')"],
    [
      'a failure of another call',
      "port.postMessage({ kind: 'failed', id: 9, reason: 'error', message: '', calls: '' })",
    ],
    [
      'lines without an end',
      "for (let i = 0; i < 100000; i++) port.postMessage({ kind: 'log', level: 'info', text: 'x' })",
    ],
  ])('%s, is ended', async (_, onCall) => {
    const { answer, thread, logged } = await askOf(onCall);
    const failure = await failureOf(answer);
    expect(failure).toMatchObject({
      reason: 'crashed',
      function: 'run',
      message: 'its worker sent an invalid message',
    });
    expect(thread.usable).toBe(false);
    expect(logged.length).toBeLessThanOrEqual(limits.pluginLogLines);
    await thread.gone;
  });

  it('unexpected messages after its answer, is ignored', async () => {
    const { answer, thread } = await askOf(
      "answer(message.id, 7); answer(message.id, 8); port.postMessage('x')",
    );
    expect((await answer).value).toBe(7);
    expect(thread.usable).toBe(true);
  });
});

describe('a worker that', () => {
  it('throws, is terminated, and only the log has the position', async () => {
    const { answer, thread, logged } = await askOf("throw new Error('of its own')");
    const failure = await failureOf(answer);
    expect(failure).toMatchObject({ reason: 'crashed', message: 'its worker ended unexpectedly' });
    expect(logged.join()).toContain('of its own');
    expect(thread.usable).toBe(false);
  });

  it('exits, is reported', async () => {
    const { answer } = await askOf('process.exit(0)');
    expect(await failureOf(answer)).toMatchObject({
      reason: 'crashed',
      message: 'its worker ended unexpectedly',
    });
  });

  it('fills its heap, is ended by the engine', async () => {
    const { answer } = await askOf('const kept = []; for (;;) kept.push({})');
    const failure = await failureOf(answer);
    // On a busy machine the deadline expires first.
    expect(['memory', 'deadline']).toContain(failure.reason);
  });

  it('does not answer, is terminated at the deadline', async () => {
    const { answer } = await askOf('for (;;) {}');
    const failure = await failureOf(answer);
    expect(failure.reason).toBe('deadline');
    expect(failure.message).toMatch(/^stopped: no answer within 500 ms/);
  });

  it('gets no processor time, is not blamed for a slow pattern', async () => {
    let speed = 1;
    const after: Clock['after'] = (ms, due) => systemClock.after(ms / speed, due);
    const { thread } = openThread(
      `import { readlinkSync } from 'node:fs';
      port.postMessage({ kind: 'ready', thread: Number(readlinkSync('/proc/thread-self').split('/').at(-1)) });
      port.on('message', ({ kind }) => kind === 'load' && port.postMessage({ kind: 'loaded', exports: ['run'], compiled: {} }));`,
      { ...systemClock, after },
    );
    await thread.load(toLoad);
    speed = 20;
    expect(await failureOf(thread.call({ function: 'run', args: 'params' }))).toMatchObject({
      reason: 'deadline',
      message: 'stopped: no answer within 4000 ms, with too little processor time',
    });
  });

  it('writes to the standard streams, has no effect', async () => {
    const { answer, logged } = await askOf(
      "process.stdout.write('loud'); process.stderr.write('loud'); console.log('loud'); answer(message.id, Object.keys(process.env).length + process.argv.slice(2).length)",
    );
    expect((await answer).value).toBe(0);
    expect(logged).toEqual([]);
  });

  it('does not exist, fails', async () => {
    const { thread } = openThread("throw new Error('at once')");
    expect(await failureOf(thread.load(toLoad))).toMatchObject({ reason: 'crashed' });
  });
});

describe('an answer', () => {
  it('that arrived while this thread was busy is accepted after the deadline', async () => {
    const { answer } = await askOf('answer(message.id, 7)');
    const until = performance.now() + 3 * limits.pluginStopMs;
    while (performance.now() < until);
    expect((await answer).value).toBe(7);
  });
});

describe('compiled files', () => {
  /** Answers with the compiled files that it got, and returns one. */
  const compiles = `port.postMessage({ kind: 'ready' });
  let given;
  port.on('message', ({ kind, id, compiled }) => {
    if (kind === 'call') return port.postMessage({ kind: 'answered', id, json: JSON.stringify({ value: given, trace: [] }) });
    given = Object.entries(compiled).map(([name, bytes]) => [name, [...bytes]]);
    port.postMessage({ kind: 'loaded', exports: ['run'], compiled: { main: new Uint8Array([27, 7]) } });
  });`;
  const givenTo = async (sources: LoadMessage['sources']) => {
    const { thread } = openThread(compiles);
    await thread.load({ ...toLoad, sources });
    return (await thread.call({ function: 'run', args: 'params' })).value;
  };

  it('of a worker are passed to the next worker with the same sources, and to no other', async () => {
    const sources = { name: 'sample', modules: { main: '-- compiled once' } };
    expect(await givenTo(sources)).toEqual([]);
    expect(await givenTo({ ...sources })).toEqual([['main', [27, 7]]]);
    expect(await givenTo({ ...sources, modules: { main: '-- has changed' } })).toEqual([]);
  });
});
