/** A range of rows, and the parameters that select one. */

import type { HostParam } from '../host/declaration.ts';
import { HostError } from '../host/values.ts';
import type { ScreenText } from './screenText.ts';

export interface RowRange {
  readonly from: number;
  /** The last row, inclusive. */
  readonly to: number;
}

/**
 * Converts row parameters to a range. Negative rows count from the bottom; without parameters it is the whole screen.
 */
export function resolveRange(screen: ScreenText, from = 0, to = -1): RowRange {
  const last = screen.rows.length - 1;
  const [first, end] = [screen.resolveRow(from), screen.resolveRow(to)];
  return { from: Math.max(first, 0), to: Math.min(end, last) };
}

/** Accepts a row number, or a table with a field `row`. */
export function resolveRow(screen: ScreenText, given: number | { readonly row?: unknown }): number {
  const row = typeof given === 'number' ? given : given.row;
  if (typeof row !== 'number') throw new HostError('a row expected: a number, or a table with a field `row`');
  return screen.resolveRow(row);
}

export function* rowNumbers({ from, to }: RowRange): Generator<number> {
  for (let row = from; row <= to; row++) yield row;
}

/** Parameters that many host functions share. */
export const screenReadPermission = 'screen.read';

export const integerParam = (name: string, text: string, optional?: true): HostParam => ({
  name,
  type: 'integer',
  text,
  ...(optional && { optional }),
});

export const rangeParams: readonly HostParam[] = [
  integerParam('from', 'The first row. Defaults to the top row.', true),
  integerParam('to', 'The last row. Defaults to the bottom row.', true),
];
