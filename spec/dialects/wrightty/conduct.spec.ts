/** Behaviour that wrightty clients rely on beyond single calls. */
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { freshHome, Ptywright } from '../../cli/ptywright.ts';
import { Client, running } from './running.ts';

const secret = `ghp_${'a1B2'.repeat(9)}`;

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
