/** A row of cells that something is laid on, which may leave half of a wide character behind. */
import type { Cell } from '../screen/cells.ts';

/** Where nothing stands, what is below shows. */
export type CellRow = (Cell | undefined)[];

export const blank = { char: ' ', width: 1 } as const;

/** Lays cells from a column on, as far as `end`: what does not fit on either side is cut, a wide character to a blank. */
export function lay(
  row: CellRow,
  at: number,
  cells: readonly (Cell | undefined)[],
  start: number,
  end: number,
): void {
  let from = Math.max(at, start);
  const to = Math.min(at + cells.length, end);
  while (from < to) {
    while (from < to && cells[from - at] === undefined) from++;
    let behind = from;
    while (behind < to && cells[behind - at] !== undefined) behind++;
    if (behind > from) layRun(row, at, cells, from, behind);
    from = behind;
  }
}

function layRun(
  row: CellRow,
  at: number,
  cells: readonly (Cell | undefined)[],
  from: number,
  to: number,
): void {
  makeRoom(row, from, to);
  for (let col = from; col < to; col++) row[col] = cells[col - at];
  const [first, last] = [row[from]!, row[to - 1]!];
  if (first.width === 0) row[from] = { ...first, ...blank };
  if (last.width === 2) row[to - 1] = { ...last, ...blank };
}

/** One look from a column to another. */
export function fill(row: CellRow, cell: Cell, from: number, to: number): void {
  makeRoom(row, from, to);
  row.fill(cell, from, to);
}

/** Of a wide character that is covered by half, the other half becomes a blank. */
function makeRoom(row: CellRow, from: number, to: number): void {
  const before = from > 0 && row[from]?.width === 0 ? row[from - 1] : undefined;
  const after = row[to]?.width === 0 ? row[to] : undefined;
  if (before) row[from - 1] = { ...before, ...blank };
  if (after) row[to] = { ...after, ...blank };
}

/** Columns of the longest row: of very many, too many to be parameters of one call. */
export const widest = (rows: readonly CellRow[]): number =>
  rows.reduce((most, { length }) => Math.max(most, length), 0);

/** What is read in a row, and the column of each of its units, and at its end the column after it. */
export function readCells(row: readonly (Cell | undefined)[]): {
  readonly text: string;
  readonly columns: readonly number[];
} {
  let text = '';
  const columns: number[] = [];
  for (let col = 0; col < row.length; col++) {
    const cell = row[col];
    if (cell?.width === 0) continue;
    const char = cell?.char ?? ' ';
    for (let unit = 0; unit < char.length; unit++) columns.push(col);
    text += char;
  }
  columns.push(row.length);
  const trimmed = text.trimEnd();
  return { text: trimmed, columns: columns.slice(0, trimmed.length + 1) };
}
