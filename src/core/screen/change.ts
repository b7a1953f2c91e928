import type { RowText } from './rows.ts';
import { surelyScrolls } from './surelyScrolls.ts';
import {
  type Buffer,
  background,
  bgFlag,
  cellWords,
  combined,
  type Emulator,
  type Extras,
  extras,
  isCombined,
  type Line,
  words,
} from './xterm.ts';

/**
 * Tells whether the cells of the screen changed, and which rows: a copy of the cells as they were after the last
 * slice is compared with the rows that the emulator says it touched. When the whole screen scrolls, the
 * copy scrolls along, so that a line of output costs one row and not all. When all of it has scrolled away, and what
 * comes next is sure to scroll, nothing will be compared and nothing is copied. Costs 12 bytes a cell.
 */
export class Shadow {
  /** Advances at each change of any cell. */
  version = 0;
  /** The version at which each row last changed. */
  rowVersions: number[] = [];
  /** The text of each row once it was read: forgotten when the row changes, carried along when it scrolls. */
  texts: (RowText | undefined)[] = [];
  readonly #emulator: Emulator;
  #words = new Uint32Array(0);
  #marks: Marks[] = [];
  /** Where the first row's cells are in `#words`, which is a ring, so that scrolling copies nothing. */
  #top = 0;
  #cols = 0;
  #buffer: Buffer;
  #lines: Buffer['lines'];
  #base = 0;
  #scrolled = 0;
  #partly = false;
  /** The copy is of some slices ago. */
  #behind = false;
  #from = 0;
  #to = -1;

  constructor(emulator: Emulator, size: { rows: number; cols: number }) {
    this.#emulator = emulator;
    this.#buffer = emulator.core.buffers.active;
    this.#lines = this.#buffer.lines;
    this.resize(size);
    emulator.onScroll((whole) => {
      if (whole) this.#scrolled++;
      else this.#partly = true;
    });
    emulator.input.onRequestRefreshRows((rows) => {
      this.#from = Math.min(this.#from, rows?.start ?? 0);
      this.#to = Math.max(this.#to, rows?.end ?? Number.POSITIVE_INFINITY);
    });
  }

  /** Starts over at a new size; every row counts as changed. */
  resize({ rows, cols }: { rows: number; cols: number }): void {
    this.#words = new Uint32Array(rows * cols * cellWords);
    this.#marks = new Array<Marks>(rows).fill(none);
    this.texts = new Array<RowText | undefined>(rows).fill(undefined);
    this.rowVersions = new Array<number>(rows).fill(0);
    this.#top = 0;
    this.#cols = cols;
    this.#allChanged();
  }

  /** Call before each slice. */
  prepare(slice: Uint8Array): void {
    if (!this.#behind || surelyScrolls(this.#emulator, slice)) return;
    this.#behind = false;
    for (let row = 0; row < this.#marks.length; row++) this.#copy(row, this.#line(row));
  }

  /** Call after each slice. */
  changed(): boolean {
    const { active } = this.#emulator.core.buffers;
    const last = this.#marks.length - 1;
    const replaced = this.#buffer !== active || this.#lines !== active.lines || active.ybase < this.#base;
    const scrolled = replaced ? 0 : this.#scrolled;
    if (scrolled > last || this.#behind) return this.#allChanged();
    const all = replaced || this.#partly;
    // A row that was written before others scrolled is up to so many rows above where it was.
    const from = all ? 0 : Math.max(0, Math.min(this.#from, last + 1) - scrolled);
    const to = all || scrolled > 0 ? last : Math.min(this.#to, last);
    const next = this.version + 1;
    if (scrolled > 0) this.#shift(scrolled, next);
    this.#remember(active);
    let changed = scrolled > 0;
    for (let row = from; row <= to; row++) {
      if (!this.#rowChanged(row)) continue;
      this.rowVersions[row] = next;
      changed = true;
    }
    if (changed) this.version = next;
    return changed;
  }

  /** Rows that only moved up are found where they are now, and need not be read again. */
  #shift(by: number, version: number): void {
    const rows = this.#marks.length;
    this.rowVersions.fill(version);
    this.#top = (this.#top + by) % rows;
    this.#marks.copyWithin(0, by);
    this.texts.copyWithin(0, by).fill(undefined, rows - by);
  }

  #remember(active: Buffer): void {
    this.#buffer = active;
    this.#lines = active.lines;
    this.#base = active.ybase;
    this.#scrolled = 0;
    this.#partly = false;
    this.#from = Number.POSITIVE_INFINITY;
    this.#to = -1;
  }

  #allChanged(): true {
    this.#remember(this.#emulator.core.buffers.active);
    this.version++;
    this.rowVersions.fill(this.version);
    this.texts.fill(undefined);
    this.#behind = true;
    return true;
  }

  #line(row: number): Line {
    return this.#lines.get(this.#base + row)!;
  }

  #at(row: number): number {
    return ((this.#top + row) % this.#marks.length) * this.#cols * cellWords;
  }

  #copy(row: number, line: Line): void {
    this.#words.set(this.#fitted(line), this.#at(row));
    this.#marks[row] = marksOf(line);
  }

  #fitted(line: Line): Uint32Array {
    const length = this.#cols * cellWords;
    return words(line).length > length ? words(line).subarray(0, length) : words(line);
  }

  #rowChanged(row: number): boolean {
    const line = this.#line(row);
    if (sameWords(this.#fitted(line), this.#words, this.#at(row))) {
      const marks = marksOf(line);
      if (sameMarks(marks, this.#marks[row]!)) return false;
      this.#marks[row] = marks;
      this.texts[row] = undefined;
      return true;
    }
    this.#copy(row, line);
    this.texts[row] = undefined;
    return true;
  }
}

function sameWords(now: Uint32Array, before: Uint32Array, offset: number): boolean {
  for (let at = 0; at < now.length; at += cellWords) {
    const there = offset + at;
    const difference =
      (now[at]! ^ before[there]!) |
      (now[at + 1]! ^ before[there + 1]!) |
      background(now[at + 2]! ^ before[there + 2]!);
    if (difference !== 0) return false;
  }
  return true;
}

/** What the words of a row do not hold: combined characters, underline styles and links. */
type Marks = readonly (string | number)[];

const none: Marks = [];

/** By the words, because to list the keys of what is beside them costs more than to look at every cell. */
function marksOf(line: Line): Marks {
  const cells = words(line);
  let contents = 0;
  let backgrounds = 0;
  for (let at = 0; at < cells.length; at += cellWords) {
    contents |= cells[at]!;
    backgrounds |= cells[at + 2]!;
  }
  return isCombined(contents) || backgrounds & bgFlag.extended ? marksIn(line) : none;
}

/** Of what cells share, only where it begins and ends: a list with each cell's costs a tenth of a coloured flood. */
function marksIn(line: Line): Marks {
  const cells = words(line);
  const marks: (string | number)[] = [];
  let last: Extras | undefined;
  let style = 0;
  let link = 0;
  for (let col = 0, at = 0; at < cells.length; col++, at += cellWords) {
    if (isCombined(cells[at]!)) marks.push(combined(line, col));
    const extra = (cells[at + 2]! & bgFlag.extended) === 0 ? undefined : extras(line, col);
    if (extra === last) continue;
    last = extra;
    const { _ext = 0, urlId = 0 } = extra ?? {};
    if (_ext !== style || urlId !== link) marks.push(col, _ext, urlId);
    style = _ext;
    link = urlId;
  }
  return marks;
}

/** Of rows with the same words, so that each value stands for the same cell. */
const sameMarks = (now: Marks, before: Marks): boolean =>
  now.length === before.length && now.every((mark, at) => mark === before[at]);
