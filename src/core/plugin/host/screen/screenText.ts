/** The rows of one look, and what is read off each of them once: where its characters stand, and how they look. */
import type { Look } from '../../../matcher/look.ts';
import type { Run } from '../../../screen/cells.ts';
import { charProperties } from '../../../screen/widths.ts';

/** How some cells look, in the words of the host table. */
export interface Looks extends Omit<Run, 'faint'> {
  readonly dim?: boolean;
}

interface Row {
  /** One text a column; the second column of a wide character is empty. */
  readonly cells: readonly string[];
  /** The column of each UTF-16 unit, and at the end the column after the text. */
  readonly columns: readonly number[];
}

export class ScreenText {
  readonly look: Look;
  readonly #rows: (Row | undefined)[] = [];
  #runs: readonly (readonly Looks[])[] | undefined;

  constructor(look: Look) {
    this.look = look;
  }

  get rows(): readonly string[] {
    return this.look.rows;
  }

  get cols(): number {
    return this.look.size.cols;
  }

  /** A row counted from the top, or, when it is negative, from the bottom. */
  at(row: number): number {
    return row < 0 ? row + this.rows.length : row;
  }

  text(row: number): string {
    return this.rows[row] ?? '';
  }

  cells(row: number): readonly string[] {
    return this.#row(row).cells;
  }

  columnOf(row: number, unit: number): number {
    const { columns } = this.#row(row);
    return columns[Math.min(unit, columns.length - 1)]!;
  }

  /** The first UTF-16 unit at or behind a column. */
  unitOf(row: number, col: number): number {
    const { columns } = this.#row(row);
    let [low, high] = [0, columns.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (columns[middle]! < col) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  runs(row: number): readonly Looks[] {
    this.#runs ??= readRuns(this.look.runs);
    return this.#runs[row] ?? [];
  }

  /** The run that a cell is in; nothing for a cell that is blank and plain. */
  runAt(row: number, col: number): Looks | undefined {
    return this.runs(row).find((run) => run.col <= col && col < run.col + run.width);
  }

  #row(row: number): Row {
    this.#rows[row] ??= measure(this.text(row));
    return this.#rows[row];
  }
}

function measure(text: string): Row {
  const cells: string[] = [];
  const columns: number[] = [];
  let preceding = 0;
  let last = 0;
  for (const char of text) {
    const properties = charProperties(char.codePointAt(0)!, preceding);
    preceding = properties;
    const width = (properties >> 1) & 3;
    if ((properties & 1) === 1 && cells.length > 0) cells[last] += char;
    else if (width > 0) {
      last = cells.length;
      cells.push(char);
      if (width === 2) cells.push('');
    }
    for (let unit = 0; unit < char.length; unit++) columns.push(last);
  }
  return { cells, columns: [...columns, cells.length] };
}

function readRuns(json: string): readonly (readonly Looks[])[] {
  if (json === '') return [];
  return (JSON.parse(json) as readonly (readonly Run[])[]).map((row) =>
    row.map(({ faint, ...run }) => (faint ? { ...run, dim: true } : run)),
  );
}
