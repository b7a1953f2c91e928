/** What clients of wrightty rely on beyond single calls. */
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { Client as Native } from '../../../src/client/index.ts';
import { fault } from '../../../src/core/faults.ts';
import { limits } from '../../../src/core/limits.ts';
import { permissionNames } from '../../../src/core/permissions.ts';
import { connectInProcess } from '../../../src/serve/inProcess.ts';
import { freshHome, Ptywright } from '../../cli/ptywright.ts';
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

describe('a password', () => {
  const password = 'correct horse battery';

  it('is asked for by everything but getInfo', async () => {
    const { client } = await running({ password });
    expect((await client.call('Wrightty.getInfo')).authentication).toBe('password');
    const asked: readonly (readonly [string, object])[] = [
      ['Session.list', {}],
      ['Session.create', {}],
      ['Screen.waitForText', { sessionId: '0', pattern: 'x' }],
      ['Recording.startVideo', { sessionId: '0' }],
    ];
    for (const [method, params] of asked) expect(await client.code(method, params)).toBe(1010);
    expect(await client.code('Wrightty.authenticate', { password: 'wrong' })).toBe(1009);
    expect(await client.code('Session.list')).toBe(1010);
    expect(await client.call('Wrightty.authenticate', { password })).toEqual({ authenticated: true });
    expect(await client.call('Session.list')).toEqual({ sessions: [] });
  });

  it('counts for one connection', async () => {
    const { server, client } = await running({ password });
    await client.call('Wrightty.authenticate', { password });
    expect(await (await server.connect()).code('Session.list')).toBe(1010);
  });

  it('is not guessed at for long', async () => {
    const { client } = await running({ password });
    const closed = once(client.socket, 'close');
    const codes = [];
    for (let tries = 0; tries < limits.passwordTries; tries += 1)
      codes.push(await client.code('Wrightty.authenticate', { password: String(tries) }));
    expect(codes).toEqual(Array(limits.passwordTries).fill(1009));
    await closed;
  });

  it('is not needed where there is none, and any will do', async () => {
    const { client } = await running();
    expect(await client.call('Wrightty.authenticate', { password: 'any' })).toEqual({ authenticated: true });
  });
});

describe('the session 0', () => {
  it('is a shell that is started when it is first named', async () => {
    const { client } = await running();
    expect(await client.call('Session.list')).toEqual({ sessions: [] });
    await client.call('Input.sendText', { sessionId: '0', text: 'echo a"b"c\n' });
    await client.shows('0', 'abc');
    expect((await client.call('Session.list')).sessions).toHaveLength(1);
  });

  it('is the first that runs', async () => {
    const { client } = await running();
    const sessionId = await client.session('printf mine; cat');
    await client.shows('0', 'mine');
    expect((await client.call('Session.getInfo', { sessionId: '0' })).sessionId).toBe(sessionId);
  });

  it('is not started for one who may start nothing', async () => {
    const grants = new Set(permissionNames.filter((name) => name !== 'session.spawn'));
    const { client } = await running({ server: { grants } });
    expect((await client.call('Wrightty.getInfo')).capabilities.supportsSessionCreate).toBe(false);
    expect(await client.code('Screen.getText', { sessionId: '0' })).toBe(-32004);
    expect(await client.code('Session.create', {})).toBe(-32004);
  });
});

describe('sessions', () => {
  it('are those of every other listener', async () => {
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

  it('know where their server is', async () => {
    const { server, client } = await running();
    const sessionId = await client.session('echo "at $WRIGHTTY_SOCKET."; cat');
    await client.shows(sessionId, `at ${server.url}.`);
  });

  it('are as many as may be', async () => {
    const { server, client } = await running();
    const { sessions } = server.server.world;
    sessions.admit = () => {
      throw fault.Busy({ reason: 'busy', limit: 'sessions', max: limits.sessions });
    };
    expect(await client.code('Session.create', {})).toBe(1007);
  });

  it('end with the signal that is named', async () => {
    const { client } = await running();
    const script = "trap 'exit 4' USR1; printf ready; while :; do read -r _ || :; done";
    const sessionId = await client.session(script);
    await client.shows(sessionId, 'ready');
    expect(await client.call('Session.destroy', { sessionId, signal: 'SIGUSR1' })).toEqual({ exitCode: 4 });
  });
});

describe('secrets', () => {
  it('leave by no reading', async () => {
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

describe('keys', () => {
  async function typed(keys: readonly unknown[], options?: RunningOptions, modes = ''): Promise<string> {
    const { client } = await running(options);
    const sessionId = await client.session(`stty raw -echo; printf '${modes}ready\\r\\n'; exec cat -vt`);
    await client.shows(sessionId, 'ready');
    await client.call('Input.sendKeys', { sessionId, keys: [...keys, '.'] });
    await client.shows(sessionId, '.');
    return (await client.call('Screen.getText', { sessionId })).text.split('\n').slice(1).join('').trim();
  }

  it.each([
    ['characters', ['h', { key: 'Char', char: 'i' }, 'é'], 'hiM-CM-).'],
    ['a space', ['a', ' ', 'b'], 'a b.'],
    ['modifiers', ['Ctrl+c', { key: 'Char', char: 'x', modifiers: ['Ctrl', 'Alt'] }], '^C^[^X.'],
    ['two modifiers in short', ['Ctrl+Alt+x'], '^[^X.'],
    ['arrows', ['ArrowUp', { key: 'ArrowLeft', modifiers: ['Shift', 'Alt'] }], '^[[A^[[1;4D.'],
    ['the others', ['Tab', 'Backspace', 'Delete', 'Escape'], '^I^?^[[3~^[.'],
    ['function keys', [{ key: 'F', n: 5 }, 'F12'], '^[[15~^[[24~.'],
    ['a plus', ['+', 'Ctrl++'], '++.'],
  ])('%s', async (_, keys, shown) => {
    expect(await typed(keys)).toBe(shown);
  });

  it('are encoded for the modes of the program', async () => {
    expect(await typed(['ArrowUp'], undefined, '\\033[?1h')).toBe('^[OA.');
  });

  it('of shipped clients may be words, which are typed', async () => {
    expect(await typed(['--url', 'ws://x', 'a'], { wire: 'client' })).toBe('--urlws://xa.');
  });
});

describe('the mouse', () => {
  it.each([
    ['press', { button: 'left' }, '^[[<0;13;6M'],
    ['release', { button: 'right', modifiers: ['Ctrl'] }, '^[[<18;13;6m'],
    ['move', { button: 'none' }, '^[[<35;13;6M'],
    ['move', { button: 'left' }, '^[[<32;13;6M'],
    ['scroll', { button: 'scrollDown' }, '^[[<65;13;6M'],
  ])('%s %o', async (event, more, shown) => {
    const { client } = await running();
    const sessionId = await client.session(
      "stty raw -echo; printf '\\033[?1003;1006hready\\r\\n'; exec cat -v",
    );
    await client.shows(sessionId, 'ready');
    await client.call('Input.sendMouse', { sessionId, event, row: 5, col: 12, ...more });
    await client.shows(sessionId, shown);
  });

  it.each([
    ['press', 'none'],
    ['press', 'scrollUp'],
    ['scroll', 'left'],
  ])('cannot %s %s', async (event, button) => {
    const { client } = await running();
    const sessionId = await client.session('cat');
    expect(await client.code('Input.sendMouse', { sessionId, event, button, row: 0, col: 0 })).toBe(-32602);
  });
});

describe('reading', () => {
  it('a region of the text, and rows as wide as they are', async () => {
    const { client } = await running();
    const sessionId = await client.session("printf 'abcdef\\r\\nghijkl\\r\\n\\r\\nend'; cat", {
      cols: 10,
      rows: 4,
    });
    await client.shows(sessionId, 'end');
    const region = { top: 0, left: 1, bottom: 1, right: 3 };
    expect((await client.call('Screen.getText', { sessionId, region })).text).toBe('bcd\nhij');
    expect((await client.call('Screen.getText', { sessionId, trimTrailingWhitespace: false })).text).toBe(
      ['abcdef    ', 'ghijkl    ', '          ', 'end       '].join('\n'),
    );
    const wait = { sessionId, pattern: 'l', region: { ...region, right: 5 } };
    expect((await client.call('Screen.waitForText', wait)).matches).toEqual([
      { text: 'l', row: 1, col: 5, length: 1 },
    ]);
  });

  it('all places of a text', async () => {
    const { client } = await running();
    const sessionId = await client.session("printf 'aXa\\r\\n 漢a'; cat");
    const { matches } = await client.call('Screen.waitForText', {
      sessionId,
      pattern: '(?s)a.*漢',
      isRegex: true,
    });
    expect(matches).toEqual([{ text: 'aXa\n 漢', row: 0, col: 0, length: 6 }]);
    expect((await client.call('Screen.waitForText', { sessionId, pattern: 'a' })).matches).toEqual([
      { text: 'a', row: 0, col: 0, length: 1 },
      { text: 'a', row: 0, col: 2, length: 1 },
      { text: 'a', row: 1, col: 3, length: 1 },
    ]);
  });

  it('cells with their looks, wide ones and colours as they are set', async () => {
    const { client } = await running();
    const sessionId = await client.session(
      "printf '\\033[1;2;3;4:3;5;7;8;9;31;48;2;1;2;3;58;5;2m漢\\033[0m\\033]8;;https://example.com\\007L\\033]8;;\\007ready'; cat",
    );
    await client.shows(sessionId, 'ready');
    const palette = { 1: { r: 9, g: 8, b: 7 } };
    await client.call('Terminal.setColorPalette', { sessionId, palette });
    const region = { top: 0, left: 0, bottom: 0, right: 2 };
    const { cells } = await client.call('Screen.getContents', { sessionId, region });
    const attrs = {
      bold: true,
      italic: true,
      underline: 'curly',
      underlineColor: { r: 0, g: 205, b: 0 },
      strikethrough: true,
      dim: true,
      blink: true,
      reverse: true,
      hidden: true,
    };
    expect(cells[0]).toMatchObject([
      { char: '漢', width: 2, fg: { r: 9, g: 8, b: 7 }, bg: { r: 1, g: 2, b: 3 }, attrs, hyperlink: null },
      { char: '', width: 0 },
      { char: 'L', width: 1, attrs: { bold: false }, hyperlink: 'https://example.com' },
    ]);
    const { data } = await client.call('Screen.screenshot', { sessionId, format: 'json' });
    expect(JSON.parse(data)).toMatchObject({ rows: 24, cols: 80, alternateScreen: false });
  });

  it('more cells than fit in a reply is refused, and a part of them is not', async () => {
    const { client } = await running();
    const sessionId = await client.session('cat', { cols: 500, rows: 200 });
    expect(await client.code('Screen.getContents', { sessionId })).toBe(-32602);
    const region = { top: 0, left: 0, bottom: 49, right: 499 };
    expect((await client.call('Screen.getContents', { sessionId, region })).cells).toHaveLength(50);
  });

  it.each([
    ['png', /^iVBORw0KGgo/],
    ['svg', /^<svg /],
    ['ansi', /\x1b\[/],
    ['text', /^red$/],
  ])('a picture as %s', async (format, data) => {
    const { client } = await running();
    const sessionId = await client.session("printf '\\033[31mred\\033[0m'; cat");
    await client.shows(sessionId, 'red');
    const taken = await client.call('Screen.screenshot', { sessionId, format });
    expect(taken).toMatchObject({ format, data: expect.stringMatching(data) });
    const inPixels = format === 'png' || format === 'svg';
    expect(taken.width > 80 && taken.height > 24).toBe(inPixels);
  });
});

describe('a wait', () => {
  it('after an input does not find the prompt that was answered', async () => {
    const { client } = await running();
    const script = "printf '$ '; while read -r line; do printf 'did %s\\r\\n$ ' \"$line\"; done";
    const sessionId = await client.session(script);
    await client.shows(sessionId, '$');
    for (let turn = 0; turn < 50; turn += 1) {
      await client.call('Input.sendText', { sessionId, text: `turn-${turn}\n` });
      const pattern = { sessionId, pattern: '[$#>%]\\s*$', isRegex: true, timeout: 5000 };
      expect((await client.call('Screen.waitForText', pattern)).found).toBe(true);
      expect((await client.call('Screen.getText', { sessionId })).text).toContain(`did turn-${turn}\n`);
    }
  });

  it('for what is there already is short, also after an input that does nothing', async () => {
    const { client } = await running();
    const sessionId = await client.session("stty -echo; printf 'there'; exec sleep 60");
    await client.shows(sessionId, 'there');
    await client.call('Input.sendText', { sessionId, text: 'x' });
    const { found, elapsed } = await client.call('Screen.waitForText', { sessionId, pattern: 'there' });
    expect(found).toBe(true);
    expect(elapsed).toBeLessThan(5000);
  });

  it('for the cursor may name a row or a column', async () => {
    const { client } = await running();
    const sessionId = await client.session("printf '\\033[6;13H'; cat");
    const cursor = { row: 5, col: 12, visible: true, shape: 'block' };
    for (const place of [{ row: 5 }, { col: 12 }, { row: null, col: 12 }, {}])
      expect(await client.call('Screen.waitForCursor', { sessionId, ...place })).toMatchObject(
        'row' in place || 'col' in place ? { cursor } : {},
      );
  });
});

describe('parameters', () => {
  it('may come in an array, in the order of the document, and an unknown one is passed over', async () => {
    const { client } = await running();
    const sessionId = await client.session("printf 'here'; cat");
    await client.shows(sessionId, 'here');
    expect((await client.call('Screen.getText', [sessionId])).text).toBe('here');
    expect((await client.call('Screen.getText', { sessionId, more: 1 })).text).toBe('here');
  });
});

describe('as it was shipped', () => {
  it('says so, and has not heard of what it cannot do', async () => {
    const { client } = await running({ wire: 'client' });
    expect((await client.call('Wrightty.getInfo')).implementation).toBe('wrightty-server');
    expect(await client.code('Recording.startVideo', { sessionId: '0' })).toBe(-32601);
  });

  it('tells of a session that is gone as of one that never was', async () => {
    const { client } = await running({ wire: 'client' });
    const sessionId = await client.session('cat');
    await client.call('Session.destroy', { sessionId });
    expect(await client.code('Session.getInfo', { sessionId })).toBe(1001);
  });

  it('tells the newest row of the scrollback first, and cells alone as JSON', async () => {
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
  it('listens where it is told, says where, and keeps the password to itself', async () => {
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
    [['wrightty+unix:/tmp/x'], 2, 'not spoken over unix'],
    [['wrightty+ws:127.0.0.1'], 2, 'expected //HOST:PORT'],
    [['wrightty+ws://127.0.0.1:0?wire=other'], 2, 'expected document or client'],
  ])('refuses %j', async ([listen], status, message) => {
    const server = new Ptywright(['serve', '--listen', listen!], { PTYWRIGHT_HOME: freshHome() });
    expect(await server.ended).toMatchObject({ status, stderr: expect.stringContaining(message) });
  });
});
