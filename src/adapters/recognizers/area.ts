/** A rectangular area of the screen, and the parameters that select one. */

import type { HostParam } from '../host/declaration.ts';
import { HostError } from '../host/values.ts';
import type { ScreenText } from './screenText.ts';

export interface RowArea {
  readonly from: number;
  /** The last row, inclusive. */
  readonly to: number;
  readonly left: number;
  /** The first column after the area. */
  readonly right: number;
}

/**
 * Converts row parameters to an area. Negative rows count from the bottom; without parameters it is the whole screen.
 */
export function resolveArea(screen: ScreenText, from = 0, to = -1): RowArea {
  const last = screen.rows.length - 1;
  const [first, end] = [screen.resolveRow(from), screen.resolveRow(to)];
  return { from: Math.max(first, 0), to: Math.min(end, last), left: 0, right: screen.cols };
}

export interface BoxEdges {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly open?: boolean;
}

/** Returns the inside of a box. In an open box it includes text that overflowed to the right. */
export const insideBox = (screen: ScreenText, { top, left, bottom, right, open }: BoxEdges): RowArea => ({
  from: Math.max(top + 1, 0),
  to: Math.min(bottom - 1, screen.rows.length - 1),
  left: Math.max(left + 1, 0),
  right: open ? screen.cols : right,
});

/** Rows from `from` to `to`, or the inside of a box. */
export const resolveRowsOrBox = (screen: ScreenText, from?: number | BoxEdges, to?: number): RowArea =>
  typeof from === 'object' ? insideBox(screen, from) : resolveArea(screen, from, to);

/** Accepts a row number, or a table with a field `row`. */
export function resolveRow(screen: ScreenText, given: number | { readonly row?: unknown }): number {
  const row = typeof given === 'number' ? given : given.row;
  if (typeof row !== 'number') throw new HostError('a row expected: a number, or a table with a field `row`');
  return screen.resolveRow(row);
}

export function* rowNumbers({ from, to }: RowArea): Generator<number> {
  for (let row = from; row <= to; row++) yield row;
}

/** Returns the text of a row inside the area, and the UTF-16 unit at which it begins. */
export function rowPart(
  screen: ScreenText,
  row: number,
  { left, right }: RowArea,
): { readonly text: string; readonly start: number } {
  const text = screen.text(row);
  const start = left > 0 ? screen.unitAt(row, left) : 0;
  const end = right < screen.cols ? screen.unitAt(row, right) : text.length;
  return { text: text.slice(start, end), start };
}

/** Parameters that many host functions share. */
export const screenReadPermission = 'screen.read';

export const integerParam = (name: string, text: string, optional?: true): HostParam => ({
  name,
  type: 'integer',
  text,
  ...(optional && { optional }),
});

export const rowsOrBoxParams: readonly HostParam[] = [
  { name: 'from', type: 'integer|ptywright.Box', text: 'The first row, or a box.', optional: true },
  integerParam('to', 'The last row.', true),
];

export const rangeParams: readonly HostParam[] = [
  integerParam('from', 'The first row. Defaults to the top row.', true),
  integerParam('to', 'The last row. Defaults to the bottom row.', true),
];
