/** Blanks behind the last letter of a row, which its text has not: a prompt ends in one. */
import type { Area, Blanks } from '../matcher/moment.ts';
import type { Screen } from '../screen/screen.ts';
import { rowsOf } from './area.ts';

/** How many there are from the last letter of a row, as far as an area shows it, to its end or to the cursor. */
export function blanksBehind(screen: Screen, row: number, area: Area | undefined, wanted: Blanks): number {
  const { cursor, size } = screen;
  const [first, last] = area ? rowsOf(area, size.rows) : [0, size.rows];
  if (row < first || row >= last || (wanted !== 'all' && row !== cursor.row)) return 0;
  const { col: left = 0, cols = size.cols } = area ?? {};
  const right = Math.min(left + cols, wanted === 'all' ? size.cols : columnsBefore(screen));
  const words = screen.columns(row).at(-1)!;
  if (words <= left + cols) return Math.max(0, right - Math.max(left, words));
  // What the area cuts off is no blank, but what it shows may end in some.
  const { text } = screen.row(row);
  return Math.max(0, right - Math.max(left, lastLetter(screen, row, text, left + cols)));
}

/** A cursor that waits for a wrap is told to be on the last column, and stands behind it. */
const columnsBefore = ({ emulator, size }: Screen) => Math.min(emulator.core.buffers.active.x, size.cols);

function lastLetter(screen: Screen, row: number, text: string, before: number): number {
  const columns = screen.columns(row);
  let unit = columns.findIndex((one) => one >= before);
  while (unit > 0 && text[unit - 1]!.trim() === '') unit--;
  return columns[unit]!;
}
