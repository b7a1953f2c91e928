/**
 * Behaviour that wrightty clients rely on beyond single calls.
 *
 * Long because each rule is checked beside the others that it affects.
 */
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { Client as Native } from '#client/index.ts';
import { fault } from '#faults.ts';
import { limits } from '#limits.ts';
import { permissionNames } from '#permissions.ts';
import { connectInProcess } from '#server/server.ts';
import { freshHome, Ptywright } from '../../cli/ptywright.ts';
import { ByHand } from './byHand.ts';
import { Client, type RunningOptions, type Wright, wright } from './running.ts';

const open: Wright[] = [];

async function running(options?: RunningOptions): Promise<{ server: Wright; client: Client }> {
  const server = await wright(options);
  open.push(server);
  return { server, client: await server.connect() };
}

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const secret = `ghp_${'a1B2'.repeat(9)}`;

describe('session 0', () => {
  it('is a shell that starts at its first use', async () => {
    const { client } = await running();
    expect(await client.call('Session.list')).toEqual({ sessions: [] });
    await client.call('Input.sendText', { sessionId: '0', text: 'echo a"b"c\n' });
    await client.shows('0', 'abc');
    expect((await client.call('Session.list')).sessions).toHaveLength(1);
  });

  it('is the first running session', async () => {
    const { client } = await running();
    const sessionId = await client.session('printf mine; cat');
    await client.shows('0', 'mine');
    expect((await client.call('Session.getInfo', { sessionId: '0' })).sessionId).toBe(sessionId);
  });

  it('is not started without permission', async () => {
    const grants = new Set(permissionNames.filter((name) => name !== 'session.spawn'));
    const { client } = await running({ server: { grants } });
    expect((await client.call('Wrightty.getInfo')).capabilities.supportsSessionCreate).toBe(false);
    expect(await client.code('Screen.getText', { sessionId: '0' })).toBe(-32004);
    expect(await client.code('Session.create', {})).toBe(-32004);
  });
});

describe('sessions', () => {
  it('include those of every other listener', async () => {
    const { server, client } = await running();
    const stream = connectInProcess(server.server);
    const native = new Native({ input: stream, output: stream });
    const sessionId = await client.session('printf from-here; read -r line; echo "got $line"; cat');
    expect((await native.calls.session.list({})).sessions).toEqual([sessionId]);
    await native.calls.session.wait({
      session: sessionId,
      matcher: { type: 'contains_text', value: 'from-here' },
    });
    await native.calls.session.input({ session: sessionId, action: { type: 'text', value: 'word\n' } });
    await client.shows(sessionId, 'got word');
    const { session } = await native.calls.session.create({ program: 'cat', args: [], name: 'by-name' });
    expect((await client.call('Session.getInfo', { sessionId: 'by-name' })).sessionId).toBe(session);
    await client.call('Session.destroy', { sessionId: session });
    expect((await native.calls.session.list({})).sessions).toEqual([sessionId]);
  });

  it('have the address of their server in their environment', async () => {
    const { server, client } = await running();
    const sessionId = await client.session('echo "at $WRIGHTTY_SOCKET."; cat');
    await client.shows(sessionId, `at ${server.url}.`);
  });

  it('are limited in number', async () => {
    const { server, client } = await running();
    const { sessions } = server.server.world;
    sessions.requireCapacity = () => {
      throw fault.Busy({ reason: 'busy', limit: 'sessions', max: limits.sessions });
    };
    expect(await client.code('Session.create', {})).toBe(1007);
  });

  it('end with SIGTERM by default, and get time for it', async () => {
    const { client } = await running();
    const traps = "trap 'sleep 0.2; exit 4' TERM; trap 'exit 5' HUP";
    const sessionId = await client.session(`${traps}; printf ready; while :; do read -r _ || :; done`);
    await client.shows(sessionId, 'ready');
    expect(await client.call('Session.destroy', { sessionId })).toEqual({ exitCode: 4 });
  });

  it('are killed after five seconds, without a hang-up before', async () => {
    const clock = new ByHand();
    const { server, client } = await running({ server: { clock } });
    const sessionId = await client.session(
      "trap 'printf heard' TERM; trap 'exit 5' HUP; printf ready; while :; do read -r _ || :; done",
    );
    await client.shows(sessionId, 'ready');
    const destroyed = client.call('Session.destroy', { sessionId });
    await client.shows(sessionId, 'heard');
    clock.pass(limits.destroyMs - 1);
    await client.call('Wrightty.getInfo');
    expect(server.server.world.sessions.all()[0]!.exit).toBe(null);
    clock.pass(1);
    expect(await destroyed).toEqual({ exitCode: null });
  });

  it('end with the given signal', async () => {
    const { client } = await running();
    const script = "trap 'exit 4' USR1; printf ready; while :; do read -r _ || :; done";
    const sessionId = await client.session(script);
    await client.shows(sessionId, 'ready');
    expect(await client.call('Session.destroy', { sessionId, signal: 'SIGUSR1' })).toEqual({ exitCode: 4 });
  });
});

describe('a modifier in the shorthand', () => {
  it.each(['Hyper+x', 'Super+x', 'Control+c', 'Ctrl+Super+x'])('is one of four: %s', async (key) => {
    const { client } = await running();
    const sessionId = await client.session('cat');
    const { error } = await client.ask('Input.sendKeys', { sessionId, keys: [key] });
    expect(error).toMatchObject({
      code: -32602,
      message: 'keys.0: unknown modifier; expected Ctrl | Alt | Shift | Meta',
    });
    expect(
      await client.call('Input.sendKeys', { sessionId, keys: ['Ctrl+Alt+x', 'Meta+x', 'Shift+F5'] }),
    ).toEqual({});
  });
});

it('an unknown recording is reported in a sentence', async () => {
  const { client } = await running();
  const { error } = await client.ask('Recording.stopSession', { recordingId: 'r9' });
  expect(error?.message).toBe('recordingId: no recording has that id');
});

describe('secrets', () => {
  it('are redacted in every read', async () => {
    const { client } = await running();
    const sessionId = await client.session(
      `printf '\\033]2;${secret}\\007${secret}\\r\\n'; i=0; while [ $i -lt 30 ]; do echo ${secret}; i=$((i+1)); done; printf end; cat`,
    );
    await client.shows(sessionId, 'end');
    const replies: readonly (readonly [string, object])[] = [
      ['Session.list', {}],
      ['Session.getInfo', { sessionId }],
      ['Screen.getText', { sessionId }],
      ['Screen.getText', { sessionId, trimTrailingWhitespace: false }],
      ['Screen.getText', { sessionId, region: { top: 0, left: 2, bottom: 3, right: 20 } }],
      ['Screen.getScrollback', { sessionId, lines: 10 }],
      ['Screen.waitForText', { sessionId, pattern: 'ghp_', timeout: 20 }],
      ['Screen.waitForText', { sessionId, pattern: 'g..', isRegex: true, timeout: 20 }],
      ...['text', 'ansi', 'json', 'svg'].map(
        (format) => ['Screen.screenshot', { sessionId, format }] as const,
      ),
      ['Recording.captureScreen', { sessionId, format: 'text' }],
    ];
    for (const [method, params] of replies)
      expect(JSON.stringify(await client.ask(method, params)), method).not.toMatch(/ghp_|a1B2/);
    const { cells } = await client.call('Screen.getContents', { sessionId });
    const texts = (cells as { char: string }[][]).map((row) => row.map(({ char }) => char).join(''));
    expect(texts.join('\n')).not.toMatch(/ghp_|a1B2/);
  });
});

describe('parameters', () => {
  it('may be an array in the order of the document, and unknown ones are ignored', async () => {
    const { client } = await running();
    const sessionId = await client.session("printf 'here'; cat");
    await client.shows(sessionId, 'here');
    expect((await client.call('Screen.getText', [sessionId])).text).toBe('here');
    expect((await client.call('Screen.getText', { sessionId, more: 1 })).text).toBe('here');
  });
});

describe('the released wire format', () => {
  it('is reported', async () => {
    const { client } = await running({ wire: 'client' });
    expect((await client.call('Wrightty.getInfo')).implementation).toBe('wrightty-server');
  });

  it('reports a closed session as unknown', async () => {
    const { client } = await running({ wire: 'client' });
    const sessionId = await client.session('cat');
    await client.call('Session.destroy', { sessionId });
    expect(await client.code('Session.getInfo', { sessionId })).toBe(1001);
  });

  it('returns the newest scrollback row first, and cells as JSON', async () => {
    const { client } = await running({ wire: 'client' });
    const sessionId = await client.session("printf 'one\\r\\ntwo\\r\\nthree\\r\\nend'; cat", { rows: 2 });
    await client.shows(sessionId, 'end');
    const { lines } = await client.call('Screen.getScrollback', { sessionId, lines: 1, offset: 1 });
    expect(lines).toEqual([{ text: 'one', lineNumber: -2 }]);
    const all = await client.call('Screen.getScrollback', { sessionId, lines: 100 });
    expect(all.lines.map(({ lineNumber }: { lineNumber: number }) => lineNumber)).toEqual([-1, -2]);
    const { data, width, height } = await client.call('Screen.screenshot', { sessionId, format: 'json' });
    expect([JSON.parse(data).length, width, height]).toEqual([2, 80, 2]);
  });
});

describe('the built server', () => {
  it('listens on the given address, prints it, and hides the password', async () => {
    const home = freshHome();
    const server = new Ptywright(['serve', '--listen', 'wrightty+ws://127.0.0.1:0', '--check-replies'], {
      PTYWRIGHT_HOME: home,
      WRIGHTTY_PASSWORD: 'only for clients',
    });
    await server.says('listening on ws://127.0.0.1:', 'stderr');
    const [url] = /ws:\/\/127\.0\.0\.1:\d+/.exec(server.stderr)!;
    const client = await Client.open(url);
    await client.call('Wrightty.authenticate', { password: 'only for clients' });
    const sessionId = await client.session('echo "password: $WRIGHTTY_PASSWORD."; cat');
    await client.shows(sessionId, 'password: .');
    const closed = once(client.socket, 'close');
    server.process.kill('SIGTERM');
    expect((await server.ended).status).toBe(143);
    await closed;
  });

  it.each([
    [['wrightty+ws://0.0.0.0:0'], 1, 'WRIGHTTY_PASSWORD'],
    [['wrightty+unix:/tmp/x'], 2, 'does not support unix'],
    [['wrightty+ws:127.0.0.1'], 2, 'expected //HOST:PORT'],
    [['wrightty+ws://127.0.0.1:0?wire=other'], 2, 'expected document or client'],
  ])('refuses %j', async ([listen], status, message) => {
    const server = new Ptywright(['serve', '--listen', listen!], { PTYWRIGHT_HOME: freshHome() });
    expect(await server.ended).toMatchObject({ status, stderr: expect.stringContaining(message) });
  });
});
