/** View updates of a subscribed client, and error messages. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { TuispecServerContext } from '#dialects/tuispec/serverContext.ts';
import { viewSubscribe } from '#dialects/tuispec/view.ts';
import { compileMatcher } from '#matchers/compile.ts';
import { createCall, RpcClient } from '#rpc/dispatch.ts';
import { connectInProcess } from '#server/server.ts';
import { sendActions } from '#session/input.ts';
import { freshHome } from '../../cli/ptywright.ts';
import { inProcessServer } from '../../harness/server.ts';
import { type Notice, TuispecClient } from './client.ts';
import { start } from './running.ts';

const options = {
  wire: 'document',
  ambiguity: 'fail',
  timeout: 5,
  rows: 40,
  cols: 134,
  theme: 'dark',
  update: 'no',
};

it('a slow reader gets the current view', async () => {
  const server = inProcessServer({ artifactDir: join(freshHome(), 'artifacts') });
  onTestFinished(() => server.close());
  const speak = await server.loadDialect('tuispec');
  const stream = connectInProcess(server, speak({ options, command: [] }), 'ndjson');
  const client = TuispecClient.over(stream);
  await client.call('initialize', { terminalCols: 1000, terminalRows: 100 });
  await client.call('launch', { command: '/bin/sh', args: ['-c', 'stty -echo; echo READY; exec cat'] });
  await client.call('waitUntil', { pattern: 'READY' });
  await client.call('viewSubscribe', { debounceMs: 0, includeText: true });
  stream.pause();
  const [session] = server.world.sessions.all();
  for (let number = 1; number <= 30; number += 1) {
    const seen = session!.wait(compileMatcher({ type: 'contains_text', value: `line ${number}` }), {
      timeoutMs: 10_000,
    });
    await sendActions(session!, [{ type: 'text', value: `line ${number}\n` }], () => '');
    await seen.result;
  }
  stream.resume();
  let last: Notice;
  do last = await client.notice();
  while (!last.params.text!.includes('line 30'));
  expect(client.received.filter((one) => 'method' in one).length).toBeLessThan(30);
});

it.each([
  ['', (text: string) => text.split('\n').every((row) => row.length === 10)],
  ['?wire=client', (text: string) => text === 'READY\n  x'],
])('a sent view is padded, or as released not: %s', async (wire, is) => {
  const { client } = start(wire);
  await client.call('initialize', { terminalCols: 10, terminalRows: 4 });
  await client.call('launch', {
    command: '/bin/sh',
    args: ['-c', "stty -echo; printf 'READY  '; read -r _; printf '\\n  x '; exec cat"],
  });
  await client.call('waitUntil', { pattern: 'READY' });
  await client.call('viewSubscribe', { debounceMs: 0, includeText: true });
  await client.call('sendText', { text: '\n' });
  const texts = () => client.received.flatMap((one) => ('method' in one ? [one.params.text!] : []));
  while (!texts().some((text) => text.includes('x'))) await client.notice();
  expect([texts().at(-1), is(texts().at(-1)!)]).toEqual([expect.any(String), true]);
});

it('a sent view contains no part of a secret that is being printed', async () => {
  const { client } = start();
  await client.call('initialize', {});
  await client.call('launch', {
    command: '/bin/sh',
    args: ['-c', 'stty -echo -icanon; echo READY; exec cat'],
  });
  await client.call('waitUntil', { pattern: 'READY' });
  await client.call('viewSubscribe', { debounceMs: 0, includeText: true });
  const half = `ghp_${'a1B2c3D4'.repeat(2)}`;
  await client.call('sendText', { text: `is ${half}` });
  await client.call('waitUntil', { pattern: half });
  const notifications = () =>
    client.received.filter((one) => 'method' in one).map((one) => JSON.stringify(one));
  while (!notifications().some((one) => one.includes('is [REDACTED]'))) await client.notice();
  expect(notifications().filter((one) => one.includes('ghp_a1B2c3D4'))).toEqual([]);
});

it('each subscription of a connection releases the previous one', async () => {
  const server = inProcessServer({ artifactDir: join(freshHome(), 'artifacts') });
  onTestFinished(() => server.close());
  const line = { clogged: false, idle: true, reply: () => {}, notify: () => {}, end: () => {} };
  const caller = new RpcClient({ channel: line, client: undefined });
  const { onClosed } = caller;
  let held = 0;
  const countListeners = (listener: () => void) => {
    held += 1;
    const listening = onClosed(listener);
    const dispose = () => {
      held -= 1;
      listening.dispose();
    };
    return { dispose };
  };
  Object.assign(caller, { onClosed: countListeners });
  const settings = { rows: 24, cols: 80, timeoutMs: 1000, ambiguity: 'fail', theme: 'dark' } as const;
  const run = new TuispecServerContext(server.world, {
    ...settings,
    update: false,
    shipped: false,
  });
  run.initialize('one', {});
  const call = createCall('viewSubscribe', run, caller, new AbortController());
  for (let times = 0; times < 5; times += 1)
    await viewSubscribe.handle(call, { debounceMs: 0, includeText: false });
  expect(held).toBe(1);
  run.subscribe(undefined);
  expect(held).toBe(0);
});

it('a screen that differs from its baseline is reported with both paths', async () => {
  const { client, dir } = start();
  await client.call('initialize', { updateSnapshots: true });
  await client.call('launch', { command: '/bin/sh', args: ['-c', 'stty -echo; echo one; exec cat'] });
  await client.call('waitUntil', { pattern: 'one' });
  await client.call('expectSnapshot', { name: 'home' });
  const other = start('', dir).client;
  await other.call('initialize');
  await other.call('launch', { command: '/bin/sh', args: ['-c', 'stty -echo; echo two; exec cat'] });
  await other.call('waitUntil', { pattern: 'two' });
  const { error } = await other.ask('expectSnapshot', { name: 'home' });
  const data = error?.data as { actualPath: string; baselinePath: string; baselineExists: boolean };
  expect([error?.code, data.baselineExists]).toEqual([-32004, true]);
  expect([data.actualPath, data.baselinePath].map((path) => existsSync(path))).toEqual([true, true]);
});

it('errors name the parameters as they were sent', async () => {
  const { client } = start();
  await client.call('initialize');
  const { error: missing } = await client.ask('launch', { command: '/no/such/program' });
  expect(missing?.data).toMatchObject({ path: 'command' });
  const { error: env } = await client.ask('launch', { command: 'sh', env: { A: 7 } });
  expect(env?.message).toBe('env.A: none of the accepted forms, got number 7; expected string | null');
  await client.call('launch', { command: '/bin/sh', args: ['-c', 'read x; exit 7'] });
  const { snapshotPath } = await client.call('dumpView', { name: 'home' });
  for (const side of ['leftPath', 'rightPath']) {
    const paths = { leftPath: snapshotPath, rightPath: snapshotPath, [side]: '/etc/passwd' };
    expect((await client.ask('diffView', paths)).error?.data).toMatchObject({ path: side });
  }
  const { error: pattern } = await client.ask('waitUntil', { pattern: 'zz(' });
  expect(pattern?.message).toMatch(/^pattern: invalid pattern: /);
  expect(pattern?.data).toMatchObject({ path: 'pattern' });
  await client.call('sendText', { text: '\n' });
  const { error: ended } = await client.ask('waitUntil', { pattern: 'never' });
  expect(ended?.message).toBe('the program ended with exit code 7');
});

it('null is an absent parameter, as clients in Haskell write one', async () => {
  const { client } = start();
  const settings = { timeoutSeconds: null, terminalCols: null, ambiguityMode: null, updateSnapshots: null };
  expect(await client.call('initialize', { name: null, ...settings })).toMatchObject({ cols: 134 });
  const launched = { command: '/bin/sh', args: ['-c', 'echo ready; exec cat'], env: null, cwd: null };
  await client.call('launch', { ...launched, readySelector: null, readyTimeoutMs: null });
  const wait = { timeoutMs: null, pollIntervalMs: null };
  await client.call('waitForText', {
    selector: { type: 'exact', text: 'ready' },
    ...wait,
    ambiguityMode: null,
  });
  await client.call('sendLine', { text: 'ada', expectAfter: null, ...wait });
  expect(await client.call('currentView', { rows: null, entireRow: 1 })).toMatchObject({ rows: 1 });
  const { error } = await client.ask('sendText', { text: null });
  expect(error?.data).toMatchObject({ path: 'text', got: 'null' });
  const batch = { steps: [{ method: 'server.ping', params: 5 }] };
  expect(await client.call('batch', batch)).toMatchObject({ ok: false, error: { code: -32602 } });
});
