/** Reads of the screen in wrightty: text, cells and pictures. */
import { describe, expect, it } from 'vitest';
import { running } from './running.ts';

describe('reading', () => {
  it('a region of the text, and rows of full width', async () => {
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
