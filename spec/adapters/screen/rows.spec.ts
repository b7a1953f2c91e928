import { describe, expect, it } from 'vitest';
import { resolveRange, resolveRow, rowNumbers } from '#adapters/screen/rows.ts';
import { ScreenText } from '#adapters/screen/screenText.ts';
import { lookAfter } from '../host/shown.ts';

const screen = new ScreenText(lookAfter('one\r\ntwo', 6, 20));

describe('a range of rows', () => {
  it.each([
    ['all rows', [], { from: 0, to: 5 }],
    ['rows from the top', [1, 2], { from: 1, to: 2 }],
    ['rows from the bottom', [-2], { from: 4, to: 5 }],
    ['rows beyond the screen', [-20, 20], { from: 0, to: 5 }],
  ] as const)('%s', (_, [from, to]: readonly number[], range) => {
    expect(resolveRange(screen, from, to)).toEqual(range);
  });

  it('has no rows if it ends before it begins', () => {
    expect([...rowNumbers(resolveRange(screen, 3, 2))]).toEqual([]);
    expect([...rowNumbers({ from: 3, to: 5 })]).toEqual([3, 4, 5]);
  });
});

it('a row is a number, or a table with a row', () => {
  expect(resolveRow(screen, 2)).toBe(2);
  expect(resolveRow(screen, -1)).toBe(5);
  expect(resolveRow(screen, { row: 3 })).toBe(3);
  expect(() => resolveRow(screen, { row: 'three' })).toThrow('a row expected');
});
