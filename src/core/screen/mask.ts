import { columnsOf } from './rows.ts';
import { textWidth } from './widths.ts';
import type { Line } from './xterm.ts';

/** A secret, or the part of one, on one row: UTF-16 units of the row's text. */
export interface Secret {
  readonly start: number;
  readonly end: number;
  /** It began on a row above that is shown too: the replacement stands there. */
  readonly continued: boolean;
}

/** For each column what is shown instead of its cell; undefined leaves the cell. Empty is a second column. */
export type Mask = readonly (string | undefined)[];

/** Cells: the replacement as far as the secret's cells go, blanks in the rest. */
export const maskCells = (line: Line, secrets: readonly Secret[], replacement: string): Mask =>
  maskColumns(columnsOf(line), secrets, replacement);

export function maskColumns(
  columns: readonly number[],
  secrets: readonly Secret[],
  replacement: string,
): Mask {
  const mask: (string | undefined)[] = [];
  for (const { start, end, continued } of secrets) {
    const [from, to] = columnSpan(columns, start, end);
    for (let col = from; col < to; col++) mask[col] = ' ';
    if (!continued) lay(replacement, from, to, mask);
  }
  return mask;
}

function lay(text: string, from: number, to: number, mask: (string | undefined)[]): void {
  let col = from;
  for (const char of text) {
    const width = textWidth(char) || 1;
    if (col + width > to) return;
    mask[col] = char;
    if (width === 2) mask[col + 1] = '';
    col += width;
  }
}

/** Text: the replacement is written whole; columns after it stay where they are unless it is wider. */
export function maskText(line: Line, text: string, secrets: readonly Secret[], replacement: string): string {
  const columns = columnsOf(line);
  let masked = '';
  let told = 0;
  for (const { start, end, continued } of secrets) {
    const [from, to] = columnSpan(columns, start, end);
    const shown = continued ? '' : replacement;
    masked += text.slice(told, start) + shown + ' '.repeat(Math.max(0, to - from - textWidth(shown)));
    told = end;
  }
  return (masked + text.slice(told)).trimEnd();
}

export function columnSpan(
  columns: readonly number[],
  start: number,
  end: number,
): readonly [number, number] {
  const last = columns.length - 1;
  let until = Math.min(end, last);
  // An end inside a character takes its whole cell.
  while (until < last && until > 0 && columns[until] === columns[until - 1]) until++;
  return [columns[Math.min(start, last)]!, columns[until]!];
}
