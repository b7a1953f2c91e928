/**
 * The rows of one snapshot with the cells, columns and styles of their characters, measured once a row. Also removes
 * the borders and indentation of rows.
 */

import { limits } from '#limits.ts';
import type { ScreenContext } from '#matchers/sessionView.ts';
import type { CellRun } from '#terminal/cells.ts';
import { charPropertiesByRule, isJoined, propertyWidth, type WidthRule } from '#terminal/unicodeWidth.ts';

/** A run of equally styled cells, with the field names of the host table. */
export interface ScreenRun extends Omit<CellRun, 'faint'> {
  readonly dim?: boolean;
}

interface MeasuredRow {
  /** One string a column. The second column of a wide character is empty. */
  readonly cells: readonly string[];
  /** The column of each UTF-16 unit, then the column after the text. */
  readonly columns: readonly number[];
}

export class ScreenText {
  readonly screenContext: ScreenContext;
  readonly #rows: (MeasuredRow | undefined)[] = [];
  readonly #runs: (readonly ScreenRun[] | undefined)[] = [];
  #runLines: readonly string[] | undefined;

  constructor(context: ScreenContext) {
    this.screenContext = context;
  }

  get rows(): readonly string[] {
    return this.screenContext.rows;
  }

  get cols(): number {
    return this.screenContext.size.cols;
  }

  /** Converts a row number. Negative numbers count from the bottom. */
  resolveRow(row: number): number {
    return row < 0 ? row + this.rows.length : row;
  }

  text(row: number): string {
    return this.rows[row] ?? '';
  }

  cells(row: number): readonly string[] {
    return this.#measuredRow(row).cells;
  }

  columnAt(row: number, unit: number): number {
    const { columns } = this.#measuredRow(row);
    return columns[Math.min(unit, columns.length - 1)]!;
  }

  /** Returns the first UTF-16 unit at or after a column. */
  unitAt(row: number, col: number): number {
    const { columns } = this.#measuredRow(row);
    let [low, high] = [0, columns.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (columns[middle]! < col) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  runs(row: number): readonly ScreenRun[] {
    this.#runLines ??= this.screenContext.runs.slice(1, -1).split(',\n');
    const json = this.#runLines[row];
    if (!json) return [];
    this.#runs[row] ??= parseRuns(json);
    return this.#runs[row];
  }

  /** Returns the run that contains a cell, or undefined for a blank cell of the default style. */
  runAt(row: number, col: number): ScreenRun | undefined {
    return this.runs(row).find((run) => run.col <= col && col < run.col + run.width);
  }

  #measuredRow(row: number): MeasuredRow {
    this.#rows[row] ??= measureRow(this.text(row), this.screenContext.widths);
    return this.#rows[row];
  }
}

function measureRow(text: string, widths: WidthRule): MeasuredRow {
  const cells: string[] = [];
  const columns: number[] = [];
  let preceding = 0;
  let last = 0;
  for (const char of text) {
    const properties = charPropertiesByRule[widths](char.codePointAt(0)!, preceding);
    preceding = properties;
    const width = propertyWidth(properties);
    if (isJoined(properties) && cells.length > 0) {
      cells[last] += char;
      if (width > 0) cells.length = last + 1;
    } else if (width > 0) {
      last = cells.length;
      cells.push(char);
    }
    if (width === 2 && cells.length === last + 1) cells.push('');
    for (let unit = 0; unit < char.length; unit++) columns.push(last);
  }
  return { cells, columns: [...columns, cells.length] };
}

const parseRuns = (json: string): readonly ScreenRun[] =>
  (JSON.parse(json) as readonly CellRun[]).map(({ faint, ...run }) => (faint ? { ...run, dim: true } : run));

/** Borders: blanks and vertical box lines at both ends of a row. */

const isBlank = (char: string | undefined) => char === ' ' || char === '\u00a0' || char === '\t';
const isBorder = (char: string | undefined) => char !== undefined && '│┃║┆┊╎╏|▌▐▏▕'.includes(char);

interface UnitRange {
  readonly start: number;
  readonly end: number;
}

export function trimRange(
  text: string,
  { start, end }: UnitRange = { start: 0, end: text.length },
): UnitRange {
  let [first, last] = [start, end];
  while (last > first && isBlank(text[last - 1])) last--;
  while (first < last && isBlank(text[first])) first++;
  return { start: first, end: last };
}

/** Boxes are rarely nested deeper than this. */
const maxNestedBoxes = 4;

/** Returns the range without borders and the blanks around them. */
export function unframedRange(text: string): UnitRange {
  let { start, end } = trimRange(text);
  for (let depth = 0; depth < maxNestedBoxes; depth++) {
    const first = start < end && isBorder(text[start]) ? start + 1 : start;
    const last = end > first && isBorder(text[end - 1]) ? end - 1 : end;
    if (first === start && last === end) break;
    ({ start, end } = trimRange(text, { start: first, end: last }));
  }
  return { start, end };
}

export const unframeText = (text: string): string => {
  const { start, end } = unframedRange(text);
  return text.slice(start, end);
};

const indentOf = (line: string) => trimRange(line).start;

/** Removes the common indentation, and blank lines at the top and the bottom. */
export function dedentLines(lines: readonly string[]): readonly string[] {
  const cut = lines.map((line) => line.slice(0, trimRange(line).end));
  const first = cut.findIndex((line) => line !== '');
  if (first < 0) return [];
  const kept = cut.slice(first, cut.findLastIndex((line) => line !== '') + 1);
  const least = kept.reduce(
    (least, line) => (line === '' ? least : Math.min(least, indentOf(line))),
    Infinity,
  );
  return kept.map((line) => line.slice(least));
}

/** The screen cut into body and status. Most interfaces show their status in the bottom rows. */
interface SplitRows {
  readonly body: readonly string[];
  readonly status: readonly string[];
}

/** Splits the rows. Blank rows at the end do not count. A screen of up to twice `statusRows` rows is all body. */
export function splitRows(rows: readonly string[], statusRows: number = limits.statusRows): SplitRows {
  const text = rows.slice(0, rows.findLastIndex((row) => row !== '') + 1);
  const cut = text.length <= 2 * statusRows ? text.length : text.length - Math.max(statusRows, 0);
  return { body: text.slice(0, cut), status: text.slice(cut) };
}
