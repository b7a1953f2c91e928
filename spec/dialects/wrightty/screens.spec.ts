/** Keyboard and mouse input, reads of the screen, and waits. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, type RunningOptions, type Wright, wright } from './running.ts';

const open: Wright[] = [];

async function running(options?: RunningOptions): Promise<{ server: Wright; client: Client }> {
  const server = await wright(options);
  open.push(server);
  return { server, client: await server.connect() };
}

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
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
    ['function keys', [{ key: 'F', n: 5 }, 'F12', 'F24'], '^[[15~^[[24~^[[24;2~.'],
    ['a plus', ['+', 'Ctrl++'], '++.'],
  ])('%s', async (_, keys, shown) => {
    expect(await typed(keys)).toBe(shown);
  });

  it('are encoded for the modes of the program', async () => {
    expect(await typed(['ArrowUp'], undefined, '\\033[?1h')).toBe('^[OA.');
  });

  it('of released clients may be words, which are typed', async () => {
    expect(await typed(['--url', 'ws://x', 'a', 'F25'], { wire: 'client' })).toBe('--urlws://xaF25.');
  });
});

describe('the mouse', () => {
  it.each([
    ['press', { button: 'left' }, '^[[<0;13;6M'],
    ['release', { button: 'right', modifiers: ['Ctrl'] }, '^[[<18;13;6m'],
    ['press', { button: 'left', modifiers: ['Meta', 'Alt'] }, '^[[<8;13;6M'],
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

  it('all positions of a text', async () => {
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

  it('cells with their styles, wide cells and colors', async () => {
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

  it('too many cells are refused, and a part of them is not', async () => {
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
  ])('a screenshot as %s', async (format, data) => {
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
  it('after an input ignores the old prompt', async () => {
    const { client } = await running();
    const script = "printf '$ '; while read -r line; do printf 'did %s\\r\\n$ ' \"$line\"; done";
    const sessionId = await client.session(script);
    await client.shows(sessionId, '$');
    for (let turn = 0; turn < 50; turn += 1) {
      await client.call('Input.sendText', { sessionId, text: `turn-${turn}\n` });
      const pattern = { sessionId, pattern: '[$#>%]\\s*$', isRegex: true, timeout: 60_000 };
      expect((await client.call('Screen.waitForText', pattern)).found).toBe(true);
      expect((await client.call('Screen.getText', { sessionId })).text).toContain(`did turn-${turn}\n`);
    }
  });

  it('for existing text is short, also after an input without effect', async () => {
    const { client } = await running();
    const sessionId = await client.session("stty -echo; printf 'there'; exec sleep 60");
    await client.shows(sessionId, 'there');
    await client.call('Input.sendText', { sessionId, text: 'x' });
    // Longer than this spec may take.
    const timeout = 600_000;
    const { found } = await client.call('Screen.waitForText', { sessionId, pattern: 'there', timeout });
    expect(found).toBe(true);
  });

  it('for the cursor accepts a row or a column', async () => {
    const { client } = await running();
    const sessionId = await client.session("printf '\\033[6;13H'; cat");
    const cursor = { row: 5, col: 12, visible: true, shape: 'block' };
    for (const place of [{ row: 5 }, { col: 12 }, { row: null, col: 12 }, {}])
      expect(await client.call('Screen.waitForCursor', { sessionId, ...place })).toMatchObject(
        'row' in place || 'col' in place ? { cursor } : {},
      );
  });
});
