/** A part of the screen: rows from one to another, and the columns between two edges. */
import { HostError } from '../hostError.ts';
import type { ScreenText } from './screenText.ts';

export interface Area {
  readonly from: number;
  /** The last row, which belongs to it. */
  readonly to: number;
  readonly left: number;
  /** The first column that does not belong to it. */
  readonly right: number;
}

/** Rows as a plugin gave them: from the top, from the bottom when negative, the whole screen when left out. */
export function areaOf(screen: ScreenText, from = 0, to = -1): Area {
  const last = screen.rows.length - 1;
  const [first, end] = [screen.at(from), screen.at(to)];
  return { from: Math.max(first, 0), to: Math.min(end, last), left: 0, right: screen.cols };
}

interface BoxEdges {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly open?: boolean;
}

/** What is inside a box's edges. What overflowed to the right belongs to it. */
export const insideOf = (screen: ScreenText, { top, left, bottom, right, open }: BoxEdges): Area => ({
  from: Math.max(top + 1, 0),
  to: Math.min(bottom - 1, screen.rows.length - 1),
  left: Math.max(left + 1, 0),
  right: open ? screen.cols : right,
});

/** A row's number, given as such or by anything that stands in a row. */
export function rowOf(screen: ScreenText, given: number | { readonly row?: unknown }): number {
  const row = typeof given === 'number' ? given : given.row;
  if (typeof row !== 'number') throw new HostError('a row expected: a number, or a table with a field `row`');
  return screen.at(row);
}

export function* rowsIn({ from, to }: Area): Generator<number> {
  for (let row = from; row <= to; row++) yield row;
}

/** The part of a row's text that is in an area, and the unit at which it begins. */
export function partOf(
  screen: ScreenText,
  row: number,
  { left, right }: Area,
): { readonly text: string; readonly start: number } {
  const text = screen.text(row);
  const start = left > 0 ? screen.unitOf(row, left) : 0;
  const end = right < screen.cols ? screen.unitOf(row, right) : text.length;
  return { text: text.slice(start, end), start };
}
