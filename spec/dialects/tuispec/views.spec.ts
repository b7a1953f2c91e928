/** What a subscribed client is told of the view, and what is said of what went wrong. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compileMatcher } from '../../../src/core/matcher/compile.ts';
import { send } from '../../../src/core/session/act.ts';
import { Run } from '../../../src/dialects/tuispec/run.ts';
import { viewSubscribe } from '../../../src/dialects/tuispec/view/viewSubscribe.ts';
import { callOf } from '../../../src/rpc/call.ts';
import { LineCaller } from '../../../src/rpc/lineCaller.ts';
import { connectInProcess } from '../../../src/serve/inProcess.ts';
import { freshHome } from '../../cli/ptywright.ts';
import { inProcessServer } from '../../harness/server.ts';
import { type Notice, TuispecClient } from './client.ts';
import { start } from './running.ts';

const never = { cancelled: false, onCancel: () => () => {} };
const terms = {
  wire: 'document',
  ambiguity: 'fail',
  timeout: 5,
  rows: 40,
  cols: 134,
  theme: 'dark',
  update: 'no',
};

it('who reads late is told what there is then', async () => {
  const server = inProcessServer({ artifactDir: join(freshHome(), 'artifacts') });
  onTestFinished(() => server.close());
  const speak = await server.learn('tuispec');
  const stream = connectInProcess(server, speak({ options: terms, command: [] }), 'ndjson');
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
      cancellation: never,
    });
    await send(session!, [{ type: 'text', value: `line ${number}\n` }], () => '', never);
    await seen.ended;
  }
  stream.resume();
  let last: Notice;
  do last = await client.notice();
  while (!last.params.text!.includes('line 30'));
  expect(client.heard.filter((one) => 'method' in one).length).toBeLessThan(30);
});

it.each([
  ['', (text: string) => text.split('\n').every((row) => row.length === 10)],
  ['?wire=client', (text: string) => text === 'READY\n  x'],
])('what is told is padded, or as shipped not: %s', async (wire, is) => {
  const { client } = start(wire);
  await client.call('initialize', { terminalCols: 10, terminalRows: 4 });
  await client.call('launch', {
    command: '/bin/sh',
    args: ['-c', "stty -echo; printf 'READY  '; read -r _; printf '\\n  x '; exec cat"],
  });
  await client.call('waitUntil', { pattern: 'READY' });
  await client.call('viewSubscribe', { debounceMs: 0, includeText: true });
  await client.call('sendText', { text: '\n' });
  const told = () => client.heard.flatMap((one) => ('method' in one ? [one.params.text!] : []));
  while (!told().some((text) => text.includes('x'))) await client.notice();
  expect([told().at(-1), is(told().at(-1)!)]).toEqual([expect.any(String), true]);
});

it('what is told unasked has no half of a secret that is just being printed', async () => {
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
  const told = () => client.heard.filter((one) => 'method' in one).map((one) => JSON.stringify(one));
  while (!told().some((one) => one.includes('is [REDACTED]'))) await client.notice();
  expect(told().filter((one) => one.includes('ghp_a1B2c3D4'))).toEqual([]);
});

it('each subscription of a connection lets go of what the one before it held', () => {
  class Counting extends LineCaller {
    held = 0;
    override onClosed(listener: () => void): () => void {
      this.held += 1;
      const letGo = super.onClosed(listener);
      return () => {
        this.held -= 1;
        return letGo();
      };
    }
  }
  const server = inProcessServer({ artifactDir: join(freshHome(), 'artifacts') });
  onTestFinished(() => server.close());
  const line = { clogged: false, idle: true, reply: () => {}, notify: () => {}, end: () => {} };
  const caller = new Counting(line);
  const settings = { rows: 24, cols: 80, timeoutMs: 1000, ambiguity: 'fail', theme: 'dark' } as const;
  const run = new Run(server.world, {
    ...settings,
    update: false,
    settles: false,
    trims: false,
    appends: false,
  });
  run.initialize('one', {});
  const call = callOf('viewSubscribe', run, caller, never);
  for (let times = 0; times < 5; times += 1)
    viewSubscribe.handle(call, { debounceMs: 0, includeText: false });
  expect(caller.held).toBe(1);
  run.subscribe(undefined);
  expect(caller.held).toBe(0);
});

it('a screen that is not its baseline is told with where both are', async () => {
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

it('what is wrong is named as it was sent', async () => {
  const { client } = start();
  await client.call('initialize');
  const { error: missing } = await client.ask('launch', { command: '/no/such/program' });
  expect(missing?.data).toMatchObject({ path: 'command' });
  const { error: env } = await client.ask('launch', { command: 'sh', env: { A: 7 } });
  expect(env?.message).toBe('env.A: not one of the known forms; expected string | null');
  await client.call('launch', { command: '/bin/sh', args: ['-c', 'read x; exit 7'] });
  const { error: pattern } = await client.ask('waitUntil', { pattern: 'zz(' });
  expect(pattern?.message).toMatch(/^pattern: invalid pattern: /);
  expect(pattern?.data).toMatchObject({ path: 'pattern' });
  await client.call('sendText', { text: '\n' });
  const { error: ended } = await client.ask('waitUntil', { pattern: 'never' });
  expect(ended?.message).toBe('the program ended with exit code 7');
});
