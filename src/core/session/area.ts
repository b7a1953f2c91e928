/** Which rows of a screen an area is of. */
import type { Area } from '../matcher/moment.ts';

/** The first row of an area and the one after its last; negative rows count from the bottom. */
export function rowsOf({ row, rows }: Area, ofScreen: number): readonly [number, number] {
  const first = row < 0 ? ofScreen + row : row;
  return [Math.max(0, first), Math.max(0, Math.min(first + rows, ofScreen))];
}
