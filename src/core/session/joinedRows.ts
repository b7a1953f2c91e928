/** Rows that the terminal broke for their length, put together again, with the way back to where each character stood. */
import type { JoinedText } from '../matcher/moment.ts';
import { isWrittenToTheEnd } from '../screen/rows.ts';
import type { Screen } from '../screen/screen.ts';

/** A row as it stands in a view. */
export interface ViewRow {
  readonly row: number;
  /** Where it begins in the text of the view. */
  readonly begins: number;
  readonly text: string;
  /** How many blanks at its end stand in no row's own text. */
  readonly blanks: number;
}

/** Asked at each look in vain: there is nothing to put together where no row goes on in the next one. */
export function hasBrokenLines(screen: Screen): boolean {
  for (let row = 1; row < screen.size.rows; row++) if (screen.row(row).wrapped) return true;
  return false;
}

export function joinRowsOf(screen: Screen, rows: readonly ViewRow[]): JoinedText {
  const begins: number[] = [];
  let text = '';
  for (const [at, line] of rows.entries()) {
    begins.push(text.length);
    const goesOn = at + 1 < rows.length && screen.row(line.row + 1).wrapped;
    text += line.text + (goesOn ? blanksBehind(screen, line) : '\n');
  }
  return { text, place: (offset) => placeIn(rows, begins, offset) };
}

/** Blanks at the end of a row are part of the line, but for the one cell that a wide character had no room in. */
function blanksBehind(screen: Screen, { row, blanks }: ViewRow): string {
  const left = screen.size.cols - screen.columns(row).at(-1)! - blanks;
  return left <= 0 ? '' : ' '.repeat(left - (isWrittenToTheEnd(screen.line(row)) ? 0 : 1));
}

/** What was added behind a row stands at its end. */
function placeIn(rows: readonly ViewRow[], begins: readonly number[], offset: number): number {
  let at = begins.length - 1;
  while (at > 0 && begins[at]! > offset) at--;
  const { begins: inView, text } = rows[at]!;
  return inView + Math.min(offset - begins[at]!, text.length);
}
