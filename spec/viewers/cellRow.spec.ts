/** Cells that are drawn over each other, with wide characters that are covered by half. */
import { describe, expect, it } from 'vitest';
import { type CellRow, fillCells, layCells, readCellText } from '#viewers/cellRow.ts';

/** A wide character takes a cell of width 2 and one of width 0. A dot is transparent. */
const cells = (text: string) =>
  [...text].flatMap((char) => {
    if (char === '.') return [undefined];
    return char > '\u2fff'
      ? [
          { char, width: 2 },
          { char: '', width: 0 },
        ]
      : [{ char, width: 1 }];
  }) as CellRow;

const laid = (below: string, at: number, over: string, start = 0, end = 80) => {
  const row = cells(below);
  layCells(row, at, cells(over), start, Math.min(end, row.length));
  return readCellText(row).text;
};

describe('cells over a row', () => {
  it.each([
    ['replace what they cover', 'abcdef', 2, 'XY', 'abXYef'],
    ['show what is below transparent cells', 'abcdef', 1, 'X..Y', 'aXcdYf'],
    ['leave a blank for the left half of a wide character', '漢bc', 1, 'X', ' Xbc'],
    ['leave a blank for the right half of a wide character', 'a漢c', 0, 'XY', 'XY c'],
    ['cover a whole wide character', 'a漢c', 1, 'XY', 'aXYc'],
  ])('%s', (_, below, at, over, expected) => {
    expect(laid(below, at, over)).toBe(expected);
  });

  it('are clipped, and half a wide character at the edge is a blank', () => {
    expect(laid('abcdef', 0, '漢字漢', 1, 5)).toBe('a 字 f');
  });
});

it('a filled area leaves no half of a wide character beside it', () => {
  const row = cells('漢漢漢');
  fillCells(row, { char: '-', width: 1 } as never, 1, 5);
  expect(readCellText(row).text).toBe(' ----');
});

it('the text of a row has the column of each character', () => {
  expect(readCellText(cells('a漢b.'))).toEqual({ text: 'a漢b', columns: [0, 1, 3, 4] });
});
