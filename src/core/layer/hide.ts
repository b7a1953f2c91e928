/** Hides what is secret in rows of cells, as on a screen: where the cells came from does not matter. */
import type { Redaction, RowSpan } from '../redact/redaction.ts';
import { maskColumns } from '../screen/mask.ts';
import { type CellRow, readCells } from './cellRow.ts';

export interface Hidden {
  readonly rows: readonly CellRow[];
  /** For each row, what was hidden: its columns. */
  readonly hidden: readonly (readonly HiddenColumns[])[];
}

export interface HiddenColumns {
  readonly from: number;
  readonly to: number;
  /** It began on a row above. */
  readonly continued: boolean;
}

/**
 * Null when there is nothing to hide. A row that reaches `width` may go on in the next one. `onto`: the same rows as they
 * are told, where some of them is hidden already.
 */
export function hide(
  rows: readonly CellRow[],
  width: number,
  redaction: Redaction,
  onto = rows,
): Hidden | null {
  if (!redaction.secrets) return null;
  const read = rows.map((row) => readCells(row));
  const texts = read.map(({ text, columns }) => ({ text, wrapped: false, full: columns.at(-1)! >= width }));
  const found = redaction.rows(texts);
  if (found.every((spans) => spans.length === 0)) return null;
  return {
    rows: onto.map((row, at) => maskedRow(row, read[at]!.columns, found[at]!, redaction.replacement)),
    hidden: found.map((spans, at) => spans.map((span) => hiddenColumns(read[at]!.columns, span))),
  };
}

function maskedRow(
  row: CellRow,
  columns: readonly number[],
  found: readonly RowSpan[],
  replacement: string,
): CellRow {
  if (found.length === 0) return row;
  const mask = maskColumns(columns, found, replacement);
  return Array.from({ length: row.length }, (_, col) => {
    const cell = row[col];
    const char = mask[col];
    if (!cell || char === undefined) return cell;
    return { ...cell, link: undefined, char, width: char === '' ? 0 : mask[col + 1] === '' ? 2 : 1 };
  });
}

/** An end inside a character takes its whole cell, and that of a wide one both its columns. */
function hiddenColumns(columns: readonly number[], { start, end, continued }: RowSpan): HiddenColumns {
  const from = columns[start]!;
  let until = end;
  while (until < columns.length - 1 && columns[until] === columns[end - 1]) until++;
  return { from, to: columns[until]!, continued };
}
