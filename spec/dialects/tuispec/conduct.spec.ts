/** Settings from the environment, signals, and the order of messages for a shipped client. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { freshHome, ptywright } from '../../cli/ptywright.ts';
import { start, startCommand } from './running.ts';

describe('the environment', () => {
  const env = {
    TUISPEC_TERMINAL_COLS: '90',
    TUISPEC_TERMINAL_ROWS: '20',
    TUISPEC_TIMEOUT_SECONDS: '0',
    TUISPEC_AMBIGUITY_MODE: 'first',
    TUISPEC_UPDATE_SNAPSHOTS: '1',
    TUISPEC_SNAPSHOT_THEME: 'pty-default-light',
  };

  it('sets options that are not in the address; the address has priority', async () => {
    const { client } = startCommand('?rows=21', env);
    expect(await client.call('initialize')).toMatchObject({ cols: 90, rows: 21 });
    await client.call('launch', { command: '/bin/sh', args: ['-c', 'echo one one; exec cat'] });
    await client.call('waitForText', { selector: { type: 'exact', text: 'one' }, timeoutMs: 60_000 });
    expect((await client.ask('waitUntil', { pattern: 'absent' })).error?.code).toBe(-32004);
    expect(await client.call('expectSnapshot', { name: 'x' })).toMatchObject({ baselineExists: true });
  });

  it('is reported if it is invalid', async () => {
    const { status, stderr } = await ptywright(
      ['serve', '--listen', 'tuispec+stdio:', '--artifact-dir', join(freshHome(), 'a')],
      { env: { TUISPEC_TERMINAL_ROWS: 'many' } },
    );
    expect(status).toBe(2);
    expect(stderr).toContain('TUISPEC_TERMINAL_ROWS=many: expected a whole number from');
  });

  it('may set the folder', async () => {
    const dir = join(freshHome(), 'kept');
    const { stdout } = await ptywright(['serve', '--listen', 'tuispec+stdio:'], {
      env: { TUISPEC_ARTIFACTS_DIR: dir },
      input: '{"jsonrpc":"2.0","id":1,"method":"initialize"}\n',
    });
    expect(JSON.parse(stdout).result.artifactRoot).toContain('kept');
  });
});

it('a conversation that is written at once is answered to its end', async () => {
  const launched = { command: '/bin/sh', args: ['-c', 'echo ready; exec cat'] };
  const requests = [
    ['initialize', { name: 'piped' }],
    ['launch', { ...launched, readySelector: { type: 'exact', text: 'ready' } }],
    // Longer than the time that other dialects have for their last replies.
    ['waitForStable', { debounceMs: limits.lastAnswersMs + 200 }],
    ['sendLine', { text: 'ada', expectAfter: { type: 'exact', text: 'ada' }, ambiguityMode: 'first' }],
  ].map(([method, params], id) => JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  const serve = ['serve', '--listen', 'tuispec+stdio:', '--artifact-dir', join(freshHome(), 'a')];
  const { status, stdout } = await ptywright(serve, { input: `${requests.join('\n')}\n` });
  const replies = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(replies.map(({ id, error }) => [id, error])).toEqual(requests.map((_, id) => [id, undefined]));
  expect(status).toBe(0);
});

it('SIGHUP kills a program that ignores it, and ends the server', async () => {
  const { client, server } = startCommand();
  await client.call('initialize');
  const script = 'trap "" HUP TERM INT; echo "pid $$ READY"; while :; do read -r x || sleep 1000; done';
  await client.call('launch', { command: '/bin/sh', args: ['-c', script] });
  await client.call('waitUntil', { pattern: 'READY' });
  const pid = Number(/pid (\d+)/.exec((await client.call('currentView')).text)![1]);
  server.process.kill('SIGHUP');
  expect((await server.ended).status).toBe(129);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

it('a released client gets a change before the reply to its cause', async () => {
  const { client } = start('?wire=client');
  await client.call('initialize');
  await client.call('launch', { command: '/bin/sh', args: ['-c', 'echo READY; exec cat'] });
  await client.call('waitUntil', { pattern: 'READY' });
  await client.call('viewSubscribe', { debounceMs: 10 });
  const before = client.received.length;
  await client.call('sendText', { text: 'x' });
  expect(client.received.slice(before).map((one) => 'method' in one)).toEqual([true, false]);
});
