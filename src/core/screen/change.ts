import {
  type Buffer,
  background,
  bgFlag,
  cellWords,
  combinedCols,
  type Emulator,
  extraCols,
  isCombined,
  type Line,
  words,
} from './xterm.ts';

/**
 * Tells whether the cells of the screen changed, and which rows: a copy of the cells as they were after the last
 * slice is compared with the rows that the emulator says it touched. Rows that scroll off count as a change of
 * every row, with no comparison, which keeps a flood of output cheap. Costs 12 bytes a cell.
 */
export class Shadow {
  /** Advances at each change of any cell. */
  version = 0;
  /** The version at which each row last changed. */
  rowVersions: number[] = [];
  readonly #emulator: Emulator;
  #words = new Uint32Array(0);
  #marks: string[] = [];
  #cols = 0;
  #buffer: Buffer;
  #lines: Buffer['lines'];
  #base = 0;
  #first = 0;
  #from = 0;
  #to = -1;

  constructor(emulator: Emulator, size: { rows: number; cols: number }) {
    this.#emulator = emulator;
    this.#buffer = emulator.core.buffers.active;
    this.#lines = this.#buffer.lines;
    this.resize(size);
    emulator.input.onRequestRefreshRows((rows) => {
      this.#from = Math.min(this.#from, rows?.start ?? 0);
      this.#to = Math.max(this.#to, rows?.end ?? Number.POSITIVE_INFINITY);
    });
  }

  /** Starts over at a new size; every row counts as changed. */
  resize({ rows, cols }: { rows: number; cols: number }): void {
    this.#words = new Uint32Array(rows * cols * cellWords);
    this.#marks = new Array<string>(rows).fill('');
    this.rowVersions = new Array<number>(rows).fill(0);
    this.#cols = cols;
    this.#copyAll();
  }

  /** Call after each slice. */
  changed(): boolean {
    const { active } = this.#emulator.core.buffers;
    const last = this.#marks.length - 1;
    if (this.#isScrolled(active)) return this.#copyAll();
    const replaced = this.#buffer !== active || this.#lines !== active.lines || this.#base !== active.ybase;
    const from = replaced ? 0 : Math.max(0, this.#from);
    const to = replaced ? last : Math.min(this.#to, last);
    this.#remember(active);
    let changed = false;
    for (let row = from; row <= to; row++) if (this.#rowChanged(row)) changed = this.#mark(row, changed);
    return changed;
  }

  #isScrolled(active: Buffer): boolean {
    const { lines, ybase } = active;
    if (this.#lines !== lines) return false;
    return ybase > this.#base || (ybase === this.#base && lines._startIndex !== this.#first);
  }

  #remember(active: Buffer): void {
    this.#buffer = active;
    this.#lines = active.lines;
    this.#base = active.ybase;
    this.#first = active.lines._startIndex;
    this.#from = Number.POSITIVE_INFINITY;
    this.#to = -1;
  }

  #mark(row: number, already: boolean): true {
    if (!already) this.version++;
    this.rowVersions[row] = this.version;
    return true;
  }

  #copyAll(): true {
    this.#remember(this.#emulator.core.buffers.active);
    this.version++;
    this.rowVersions.fill(this.version);
    for (let row = 0; row < this.#marks.length; row++) this.#copy(row, this.#line(row));
    return true;
  }

  #line(row: number): Line {
    return this.#lines.get(this.#base + row)!;
  }

  #copy(row: number, line: Line): void {
    this.#words.set(this.#fitted(line), row * this.#cols * cellWords);
    this.#marks[row] = marksOf(line);
  }

  #fitted(line: Line): Uint32Array {
    const length = this.#cols * cellWords;
    return words(line).length > length ? words(line).subarray(0, length) : words(line);
  }

  #rowChanged(row: number): boolean {
    const line = this.#line(row);
    if (sameWords(this.#fitted(line), this.#words, row * this.#cols * cellWords)) {
      const marks = marksOf(line);
      if (marks === this.#marks[row]) return false;
      this.#marks[row] = marks;
      return true;
    }
    this.#copy(row, line);
    return true;
  }
}

function sameWords(now: Uint32Array, before: Uint32Array, offset: number): boolean {
  for (let at = 0; at < now.length; at++) {
    const difference = now[at]! ^ before[offset + at]!;
    if (difference !== 0 && (at % cellWords !== 2 || background(difference) !== 0)) return false;
  }
  return true;
}

/** What the words of a row do not hold: combined characters, underline styles and links. Mostly nothing. */
function marksOf(line: Line): string {
  let marks = '';
  const combined = combinedCols(line);
  for (const col in combined)
    if (isCombined(words(line)[Number(col) * cellWords]!)) marks += `${col}:${combined[col]}\n`;
  const extras = extraCols(line);
  for (const col in extras)
    if (words(line)[Number(col) * cellWords + 2]! & bgFlag.extended)
      marks += `${col}:${extras[col]!._ext}:${extras[col]!.urlId}\n`;
  return marks;
}
