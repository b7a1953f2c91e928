/** What stands before the cursor and may become a secret: half of one is hidden, for the rest may come at any moment. */
import { limits } from '../limits.ts';
import type { Redaction, RowSpan, RowText } from '../redact/redaction.ts';
import { mergeRowSpans } from '../redact/spans.ts';
import type { Screen } from './screen.ts';

/** Hides it too, if there are `least` characters of it; undefined when there is nothing of the kind. */
export function hidingOpen(screen: Screen, redaction: Redaction, least: number): Redaction | undefined {
  if (!redaction.secrets) return undefined;
  const rows = lineAtCursor(screen);
  const text = rows.join('');
  const open = text.length - redaction.secrets.open(text);
  if (open < least) return undefined;
  const below = screen.size.rows - 1 - screen.cursor.row;
  return { ...redaction, rows: (all) => withTail(all, redaction.rows(all), below, rows, open) };
}

/** What every read of the screen hides. Less than that is shown: it may be anything. */
export const hidingRested = (screen: Screen, redaction: Redaction): Redaction | undefined =>
  hidingOpen(screen, redaction, limits.restedSecretChars);

/** The row of the cursor as far as it goes, and those above that run into it. */
function lineAtCursor(screen: Screen): string[] {
  const { row, col } = screen.cursor;
  const rows = [upToCursor(screen, row, col)];
  for (let at = row; at > 0 && (screen.row(at).wrapped || screen.row(at - 1).full); at--)
    rows.unshift(screen.row(at - 1).text);
  return rows;
}

/** The cursor rests on the last column when that has been written: what stands there counts. */
function upToCursor(screen: Screen, row: number, col: number): string {
  const { text } = screen.row(row);
  if (col === screen.size.cols - 1) return text;
  const end = screen.columns(row).findIndex((column) => column >= col);
  return end < 0 ? text : text.slice(0, end);
}

/** `tail` characters at the end of the line whose last row has `below` others under it. */
function withTail(
  all: readonly RowText[],
  spans: readonly (readonly RowSpan[])[],
  below: number,
  line: readonly string[],
  tail: number,
): readonly (readonly RowSpan[])[] {
  const merged = [...spans];
  let left = tail;
  for (let at = line.length - 1; at >= 0 && left > 0; at--) {
    const row = all.length - 1 - below - (line.length - 1 - at);
    const end = line[at]!.length;
    const start = Math.max(0, end - left);
    left -= end - start;
    const hidden = { start, end, continued: left > 0 };
    merged[row] = mergeRowSpans([...merged[row]!, hidden], all[row]!.wrapped);
  }
  return merged;
}
