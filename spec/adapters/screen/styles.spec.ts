/** Styles of a screen, by run and by cell. */
import { describe, expect, it } from 'vitest';
import { lookAfter, value } from '../host/shown.ts';

describe('styles', () => {
  const look = lookAfter('a \x1b[1;31mred\x1b[m \x1b[2;4:3mdim\x1b[m \x1b[48;2;1;2;3m \x1b[m');

  it('are returned by run and by cell', () => {
    expect(value('return ptywright.screen.runs(0)', { look })).toEqual([
      { col: 0, width: 2, text: 'a ' },
      { col: 2, width: 3, text: 'red', bold: true, fg: 1 },
      { col: 5, width: 1, text: ' ' },
      { col: 6, width: 3, text: 'dim', dim: true, underline: 'curly' },
      { col: 9, width: 1, text: ' ' },
      { col: 10, width: 1, text: ' ', bg: '#010203' },
    ]);
    expect(value('return ptywright.screen.style_at(0, 4)', { look })).toEqual({ bold: true, fg: 1 });
    expect(value('return ptywright.screen.style_at(9, 99)', { look })).toEqual({});
  });

  it.each([
    ['{ bold = true }', ['red']],
    ['{ underline = true }', ['dim']],
    ["{ underline = 'single' }", []],
    ['{ fg = 1 }', ['red']],
    ["{ bg = '#010203' }", [' ']],
    ['{ bold = false, dim = false, bg = false }', ['a ', ' ', ' ']],
  ])('are looked for: %s', (style, texts) => {
    const runs = value(`return ptywright.screen.styled(0, ${style})`, { look }) as { text: string }[];
    expect(runs.map(({ text }) => text)).toEqual(texts);
  });
});
