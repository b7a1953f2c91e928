/** The functions for screens, on screens as programs display them. */
import { describe, expect, it } from 'vitest';
import { lookAfter, picture, value } from './shown.ts';

const read = (what: string, screen: string, rows = 24, cols = 80) =>
  value(`return ptywright.screen.${what}`, { look: picture(screen, rows, cols) });

describe('rules', () => {
  it.each([
    ['light', '──────────'],
    ['heavy', '━━━━━━━━━━'],
    ['double', '══════════'],
    ['dashed', '╌╌╌╌╌╌╌╌╌╌'],
    ['dashed', '┄┄┄┄┄┄┄┄┄┄'],
    ['block', '▀▀▀▀▀▀▀▀▀▀'],
    ['ascii', '----------'],
    ['ascii', '=========='],
    ['ascii', '__________'],
  ])('are drawn %s as %s', (style, line) => {
    expect(read('rules()', ` ${line}`)).toEqual([{ row: 0, col: 1, end_col: 11, style }]);
  });

  it.each([
    ['── Edit file ──────────', 'Edit file'],
    ['──────────────── 漢字 ──', '漢字'],
    ['Title ─────────────', 'Title'],
    ['─────────────┤ 12% ├──', '┤ 12% ├'],
    ['===== 3 passed =====', '3 passed'],
  ])('have words on them: %s', (line, label) => {
    expect(read('rules()', line)).toMatchObject([{ label }]);
  });

  it('inside of a box end at its edges', () => {
    expect(read('rules()', '│ x          │\n├────────────┤\n│────────────│')).toMatchObject([
      { row: 1, col: 1, end_col: 13 },
      { row: 2, col: 1, end_col: 13 },
    ]);
  });

  it.each([
    ['a short one', '───────'],
    ['the edge of a box', '╭──────────────╮'],
    ['a list', '- a -----------'],
    ['words before ASCII', 'total ---------------'],
    ['two kinds at once', '-=-=-=-=-=-=-=-=-=-'],
    ['words that touch it', '──abc───────────'],
  ])('are not: %s', (_, line) => {
    expect(read('rules()', line)).toEqual([]);
  });

  it('may be asked for in some rows, and shorter', () => {
    const screen = '─────\n──────────\n─────';
    expect(read('rules({ from = -23, min = 5 })', screen)).toMatchObject([{ row: 1 }, { row: 2 }]);
  });
});

describe('boxes', () => {
  it.each([
    ['square', '┌───┐\n│ x │\n└───┘'],
    ['round', '╭───╮\n│ x │\n╰───╯'],
    ['heavy', '┏━━━┓\n┃ x ┃\n┗━━━┛'],
    ['double', '╔═══╗\n║ x ║\n╚═══╝'],
    ['dashed', '┌╌╌╌┐\n┆ x ┆\n└╌╌╌┘'],
    ['ascii', '+---+\n| x |\n+---+'],
  ])('are drawn %s', (style, screen) => {
    expect(read('boxes()', screen)).toEqual([
      { top: 0, left: 0, bottom: 2, right: 4, style, open: false, depth: 0, rows: [' x'], text: 'x' },
    ]);
  });

  it('have words on both edges', () => {
    expect(read('boxes()', '╭─ Run it? ────┐\n│ x            │\n╰──── 1 of 3 ──╯')).toMatchObject([
      { title: 'Run it?', footer: '1 of 3' },
    ]);
  });

  it('stand in one another and beside one another', () => {
    const screen = '┌────────┐ ┌──┐\n│ ╭────╮ │ │b │\n│ │ a  │ │ └──┘\n│ ╰────╯ │\n└────────┘';
    expect(read('boxes()', screen)).toMatchObject([
      { left: 0, right: 9, depth: 0 },
      { left: 11, right: 14, depth: 0, text: 'b' },
      { left: 2, right: 7, depth: 1, text: 'a' },
    ]);
  });

  it('are open where text pushed the edge away', () => {
    expect(read('boxes()', '╭──────╮\n│ short │\n│ 12345678 │\n╰──────╯')).toMatchObject([
      { right: 7, open: true, rows: [' short', ' 12345678'] },
    ]);
  });

  it('may have an edge between columns, and a table has one frame', () => {
    expect(read('boxes()', '+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |\n+---+---+')).toMatchObject([
      { top: 0, bottom: 4, left: 0, right: 8 },
    ]);
  });

  it('are found by columns where characters are wide', () => {
    expect(read('boxes()', '漢┌────┐\n漢│漢字│\n漢└────┘')).toMatchObject([
      { left: 2, right: 7, text: '漢字', open: false },
    ]);
  });

  it('end where another one begins', () => {
    expect(read('boxes()', '┌──  ┌──┐\n│ a  │b │\n└──┘ └──┘')).toMatchObject([
      { left: 0, right: 3, open: true },
      { left: 5, right: 8, open: false, text: 'b' },
    ]);
  });

  it.each([
    ['one with nothing inside', '┌┐\n└┘'],
    ['a corner', '┌──\n│'],
    ['no left edge', '┌──┐\n   │\n└──┘'],
    ['minus and plus', 'a + b - c\n| d | e'],
  ])('are not: %s', (_, screen) => {
    expect(read('boxes()', screen)).toEqual([]);
  });
});

describe('buttons', () => {
  it('are words in brackets; what may be ticked is none', () => {
    expect(read('buttons()', '[x] sure\n [ OK ]  [Cancel] <Help>')).toMatchObject([
      { label: 'OK', col: 1, end_col: 7 },
      { label: 'Cancel' },
      { label: 'Help' },
    ]);
  });
});

describe('a button', () => {
  it('is selected when the cursor is on it', () => {
    expect(read('buttons()', '<Yes> <^No>')).toMatchObject([{ selected: false }, { selected: true }]);
  });

  it('has more than one letter', () => {
    expect(read('buttons()', 'a <b> c < d >')).toEqual([]);
  });
});

describe('spinners', () => {
  it.each(['⠋ Loading', '✻ Thinking…', '◐ Working (3s)', '  ⣾ Building'])('begin a row: %s', (row) => {
    expect(read('spinners()', row)).toHaveLength(1);
  });

  it('may be told what counts as well', () => {
    expect(read('spinners()', '* x\n| y')).toEqual([]);
    expect(read("spinners({ also = '*|' })", '* x\n/ y')).toEqual([
      { row: 0, col: 0, glyph: '*', text: 'x' },
    ]);
  });
});

describe('text', () => {
  it('is found where it stands, by columns', () => {
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

describe('styles', () => {
  const look = lookAfter('a \x1b[1;31mred\x1b[m \x1b[2;4:3mdim\x1b[m \x1b[48;2;1;2;3m \x1b[m');

  it('are told by run and by cell', () => {
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
