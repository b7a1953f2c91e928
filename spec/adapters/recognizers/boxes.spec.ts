/** Boxes, as programs draw them. */
import { describe, expect, it } from 'vitest';
import { read } from '../host/shown.ts';

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
