/** Rows of cells that are drawn over each other. A wide character that is covered by half is replaced with blanks. */
import type { Cell } from '#terminal/cells.ts';

/** An undefined cell is transparent. */
export type CellRow = (Cell | undefined)[];

export const blankCell = { char: ' ', width: 1 } as const;

/** Draws cells from column `at`, clipped to `start` and `end`. A wide character that is cut becomes a blank. */
export function layCells(
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
  splitWideCells(row, from, to);
  for (let col = from; col < to; col++) row[col] = cells[col - at];
  const [first, last] = [row[from]!, row[to - 1]!];
  if (first.width === 0) row[from] = { ...first, ...blankCell };
  if (last.width === 2) row[to - 1] = { ...last, ...blankCell };
}

/** Fills the columns with copies of one cell. */
export function fillCells(row: CellRow, cell: Cell, from: number, to: number): void {
  splitWideCells(row, from, to);
  row.fill(cell, from, to);
}

/** If half of a wide character is covered, the other half becomes a blank. */
function splitWideCells(row: CellRow, from: number, to: number): void {
  const before = from > 0 && row[from]?.width === 0 ? row[from - 1] : undefined;
  const after = row[to]?.width === 0 ? row[to] : undefined;
  if (before) row[from - 1] = { ...before, ...blankCell };
  if (after) row[to] = { ...after, ...blankCell };
}

/** Columns of the longest row. Uses reduce, because large arrays exceed the argument limit of Math.max. */
export const widestRow = (rows: readonly CellRow[]): number =>
  rows.reduce((most, { length }) => Math.max(most, length), 0);

/** The text of a row and the column of each UTF-16 unit, with the column after the text at the end. */
export function readCellText(row: readonly (Cell | undefined)[]): {
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
