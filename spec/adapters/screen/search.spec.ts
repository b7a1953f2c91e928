/** Searches for text on a screen, with patterns of Lua. */
import { describe, expect, it } from 'vitest';
import { read } from '../host/shown.ts';

describe('text', () => {
  it('is found at its position in columns', () => {
    expect(read("find_all({ 'b', '字' })", 'ab漢字b')).toMatchObject([
      { col: 1, end_col: 2 },
      { col: 4, end_col: 6 },
      { col: 6, end_col: 7 },
    ]);
    expect(read("find('x', { from = 1, to = -1 })", 'x\n x')).toMatchObject({ row: 1, col: 1 });
    expect(read("find('nothing')", 'x')).toBeUndefined();
  });

  it('may have to begin, end or fill a row', () => {
    const screen = '│ error: no │\nno error:\nerror:';
    const rowsOf = (at: string) =>
      (read(`find_all('error:', { at = '${at}' })`, screen) as { row: number }[]).map(({ row }) => row);
    expect(rowsOf('start')).toEqual([0, 2]);
    expect(rowsOf('end')).toEqual([1, 2]);
    expect(rowsOf('whole')).toEqual([2]);
  });

  it('is matched by patterns of Lua, also where they match nothing', () => {
    expect(read("match('^%s*(%w+):', { from = 1 })", 'a:\n  b:')).toMatchObject({ row: 1, captures: ['b'] });
    expect(read("match_all('x*', { to = 0 })", 'axa')).toHaveLength(4);
    expect(() => read("match('(')", 'x')).toThrow('unfinished capture');
  });

  it('round the cursor is cut by columns', () => {
    expect(read('before_cursor()', '漢> ab^cd')).toBe('漢> ab');
    expect(read('after_cursor()', '> ab^cd')).toBe('cd');
    expect(read('cursor_row()', 'x\n> ab^cd')).toBe('> abcd');
  });

  it('between two rules loses frame and indentation', () => {
    const screen = '──────────\n│  a     │\n│        │\n│    b   │\n──────────';
    expect(read('between(0, 4)', screen)).toEqual({
      from: 1,
      to: 3,
      rows: ['a', '', '  b'],
      text: 'a\n\n  b',
    });
    expect(read('between(ptywright.screen.find("b")).rows', screen)).toEqual(['──────────']);
  });
});
