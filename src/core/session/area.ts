/** Which rows of a screen an area is of. */
import type { Area } from '../matcher/moment.ts';

/** The first row of an area and the one after its last; negative rows count from the bottom. */
export function rowsOf({ row, rows }: Area, ofScreen: number): readonly [number, number] {
  const first = Math.max(0, row < 0 ? ofScreen + row : row);
  return [first, Math.min(first + rows, ofScreen)];
}
