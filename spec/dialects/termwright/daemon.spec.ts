/** The lifetime of a termwright listener: one program, any number of clients, and how it ends. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limits } from '#limits.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { connectInProcess } from '#server/server.ts';
import { freshHome, Ptywright } from '../../cli/ptywright.ts';
import { NotingClient } from '../../harness/connection.ts';
import { programPath } from '../../harness/programs.ts';
import { inProcessServer } from '../../harness/server.ts';
import { secretSamples } from '../../redaction/samples.ts';
import { TermwrightClient } from './client.ts';
import { scripted, serve } from './served.ts';

const asks = scripted('asks-name');

/** The built server with a termwright listener and further arguments. */
async function built(program: string, { query = '', args = [] }: { query?: string; args?: string[] } = {}) {
  const home = freshHome();
  const path = join(home, 't.sock');
  const listen = ['--listen', `termwright+unix:${path}${query}`, ...args];
  const words = ['serve', '--check-replies', ...listen, '--', '/bin/sh', programPath(program)];
  const server = new Ptywright(words, { PTYWRIGHT_HOME: home });
  onTestFinished(async () => {
    server.process.kill();
    await server.ended;
  });
  await server.says('listening on', 'stderr');
  return { server, path, home, client: await TermwrightClient.connect(path) };
}

describe('a daemon', () => {
  it('ends at close: the program, the socket, all connections and the server', async () => {
    const { server, path, client } = await built('ignores-hangup');
    const other = await TermwrightClient.connect(path);
    other.say('{"id":1,"method":"wait_for_text","params":{"text":"never"}}');
    expect(await client.ask('close')).toMatchObject({ result: null, error: null });
    expect(await other.answer()).toMatchObject({ id: 1, error: { code: -3 } });
    await Promise.all([client.all, other.all]);
    expect(await server.ended).toMatchObject({ status: 0, stdout: '' });
    expect(existsSync(path)).toBe(false);
  });

  it('stays while a client is connected, even after its program has exited', async () => {
    const { client, listening } = await serve(scripted('dies-with-7'), 'client');
    expect(await client.call('wait_for_exit')).toEqual({ exit_code: 7 });
    // Twice as long as a listener without a client would have stayed.
    await client.call('wait_for_idle', { idle_ms: 1000 });
    expect(await client.call('status')).toEqual({ exited: true, exit_code: 7 });
    client.socket.end();
    await listening.ended;
    expect(existsSync(listening.path)).toBe(false);
  });

  it('ends after its program has exited and its last client has disconnected', async () => {
    const { server, client } = await built('dies-with-7', { query: '?wire=client' });
    expect(await client.call('wait_for_exit')).toEqual({ exit_code: 7 });
    client.socket.end();
    expect(await server.ended).toMatchObject({ status: 0 });
  });

  /** A clock that hands over the callback of a timer of exactly `ms`. Waits must use another time-out. */
  function clockThatHandsOver(ms: number) {
    let disarmed = 0;
    let notify: (due: () => void) => void;
    const due = new Promise<() => void>((resolve) => {
      notify = resolve;
    });
    const after: Clock['after'] = (span, then) => {
      if (span !== ms) return systemClock.after(span, then);
      notify(then);
      return { dispose: () => void disarmed++ };
    };
    return { clock: { ...systemClock, after }, due, disarmed: () => disarmed };
  }

  it('stays longer for a client of the document', async () => {
    const { clock, due } = clockThatHandsOver(limits.abandonedMs);
    const { client, listening } = await serve(scripted('dies-with-7'), 'document', { clock });
    await client.call('wait_for_exit', { timeout_ms: 59_999 });
    client.socket.end();
    (await due)();
    await listening.ended;
  });

  it('keeps no timer if no client can return', async () => {
    const { clock, due, disarmed } = clockThatHandsOver(limits.abandonedMs);
    const { client, listening, server } = await serve(scripted('dies-with-7'), 'document', { clock });
    await client.call('wait_for_exit', { timeout_ms: 59_999 });
    client.socket.end();
    await due;
    await server.world.sessions.close(server.world.sessions.get('s1'));
    await listening.ended;
    expect(disarmed()).toBe(1);
  });

  it('reports an exit by a signal as shells do', async () => {
    const { client } = await serve(['/bin/sh', '-c', 'kill -9 $$']);
    expect(await client.call('wait_for_exit')).toEqual({ exit_code: 137 });
    expect(await client.call('status')).toEqual({ exited: true, exit_code: 137 });
  });

  it('has the size in its address', async () => {
    const { client } = await built('tells-size', { query: '?rows=40&cols=120' });
    const { size } = await client.call('screen', { format: 'json_compact' });
    expect(size).toEqual({ rows: 40, cols: 120 });
  });

  it('leaves a server with other listeners running, where its session is visible', async () => {
    const home = freshHome();
    const other = join(home, 'p.sock');
    const { client, server } = await built('asks-name', { args: ['--socket', other] });
    await server.says(`listening on ${other}`, 'stderr');
    const native = await nativeOn(other);
    expect(await native.calls.session.list({})).toEqual({ sessions: ['s1'] });
    await native.calls.session.input({ session: 's1', action: { type: 'text', value: 'ada\n' } });
    expect(await client.call('wait_for_text', { text: 'hello ada' })).toMatchObject({ found: true });
    await client.call('close');
    await client.all;
    expect(await native.calls.session.list({})).toEqual({ sessions: [] });
    server.process.kill();
    expect((await server.ended).status).toBe(143);
  });

  it('reports an exit if another client has closed its session', async () => {
    const { server, client } = await serve(asks);
    const near = connectInProcess(server);
    const native = new NotingClient({ input: near, output: near, framing: 'ndjson' });
    await native.calls.session.close({ session: 's1' });
    for (const method of ['screen', 'status', 'wait_for_exit'])
      expect((await client.ask(method)).error).toMatchObject({ code: -3 });
  });

  it('ends the waits of a client that has disconnected', async () => {
    const server = inProcessServer();
    onTestFinished(() => server.close());
    const speak = await server.loadDialect('termwright');
    const messages = speak({ options: { rows: 24, cols: 80 }, command: asks });
    const path = join(freshHome(), 't.sock');
    const left: Promise<void>[] = [];
    const listener = createServer({ allowHalfOpen: true }, (socket) => {
      left.push(server.accept(messages, { input: socket, output: socket, framing: 'ndjson' }));
    }).listen(path);
    onTestFinished(() => void listener.close());
    await once(listener, 'listening');
    const client = await TermwrightClient.connect(path);
    await client.call('wait_for_text', { text: 'name?' });
    client.say('{"id":9,"method":"wait_for_text","params":{"text":"never"}}');
    client.socket.destroy();
    await left[0];
    expect(server.world.sessions.get('s1').waits.size).toBe(0);
  });
});

async function nativeOn(path: string): Promise<NotingClient> {
  const socket = connect(path);
  await once(socket, 'connect');
  return new NotingClient({ input: socket, output: socket, framing: 'ndjson' });
}

describe('a listener of termwright', () => {
  const listen = (query = '') => ['--listen', `termwright+unix:${join(freshHome(), 't.sock')}${query}`];

  it.each<[readonly string[], number, string]>([
    [listen(), 2, 'termwright drives one program: add -- PROGRAM'],
    [['--stdio', '--', 'cat'], 2, 'cat: unexpected program; only a listener of termwright starts one'],
    [
      ['--listen', 'termwright+stdio:', '--', 'cat'],
      2,
      'termwright does not support stdio; it supports unix',
    ],
    [[...listen('?wire=kind'), '--', 'cat'], 2, 'wire=kind: expected document or client'],
    [[...listen('?rows=0'), '--', 'cat'], 2, 'rows=0: expected a whole number from 1 to 500'],
    [
      [...listen('?depth=1'), '--', 'cat'],
      2,
      'termwright has no option depth; expected one of wire, rows, cols',
    ],
    [['--listen', 'ptywright+unix:/nowhere?wire=client'], 2, 'ptywright has no option wire'],
    [[...listen(), '--', 'no-such-program'], 1, 'no-such-program'],
  ])('is refused in one line: %j', async (args, status, message) => {
    const server = new Ptywright(['serve', ...args], { PTYWRIGHT_HOME: freshHome() });
    const ended = await server.ended;
    expect(ended).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(message) });
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('secrets', () => {
  const secret = secretSamples.find(({ kind }) => kind === 'github_token')!.make(1);

  it.each(['document', 'client'] as const)('are hidden in all replies of %s', async (wire) => {
    const { client } = await serve(['/bin/sh', '-c', `echo 'token ${secret} shown'; read -r _`], wire);
    await client.call('wait_for_text', { text: 'shown' });
    const received = [
      await client.ask('screen', { format: 'text' }),
      await client.ask('screen', { format: 'json_compact' }),
      await client.ask('wait_for_pattern', { pattern: 'token (\\S+) shown' }),
      await client.ask('wait_for_text', { text: `${secret}!`, timeout_ms: 20 }),
      await client.ask('press', { key: secret }),
      await client.ask(secret),
    ];
    expect(JSON.stringify(received)).not.toContain(secret.slice(0, 16));
    expect(JSON.stringify(received[0])).toContain('token [REDACTED');
    const { cells } = await client.call('screen', { format: 'json' });
    const row = (cells[0] as { char: string }[]).map(({ char }) => char).join('');
    expect(row).toContain('shown');
    expect(row).not.toContain(secret.slice(0, 16));
  });
});
