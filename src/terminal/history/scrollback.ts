/**
 * The rows that scrolled off the main screen, packed and outside the emulator. Rows keep the layout in which they
 * left. A change of width only recomputes where each row starts, so that a resize moves no text. The newest rows stay
 * unpacked until something other than their text is read.
 */
import { limits } from '#limits.ts';
import type { Size } from '#platform/pty/size.ts';
import { isMarkedUncertain } from '../print.ts';
import { markStale, readRow, type ScreenRowText } from '../rows.ts';
import type { BufferLine, Emulator, SequenceParams } from '../xterm.ts';
import {
  createLine,
  extendRow,
  firstCharacterWidth,
  maxRowBytes,
  type PackedRow,
  packedBytes,
  packRow,
  type RowPosition,
  sliceRow,
  unpackRow,
  unpackStyles,
  wrapRow,
} from './packedRow.ts';
import { lineBytes, RawRows, reuseLines, spareLine } from './rawRows.ts';

export class Scrollback {
  readonly #maxRows: number;
  readonly #buffers: Emulator['core']['buffers'];
  #cols: number;
  /** Numbers of the oldest row and of the next row, counted from the first row that ever left the screen. */
  #first = 0;
  #next = 0;
  #bytes = 0;
  /** Rows before `#head` are dropped. */
  #packedRows: PackedRow[] = [];
  #head = 0;
  /** The rows after those in `#packedRows`. */
  readonly #rawRows = new RawRows(() => this.#packRaw());
  /** Whether the dropped row before the first one of `#rawRows` was uncertain. */
  #droppedUncertain = false;

  constructor(maxRows: number, cols: number, buffers: Emulator['core']['buffers']) {
    this.#maxRows = maxRows;
    this.#cols = cols;
    this.#buffers = buffers;
  }

  /** Number of rows at the current width. The rows of the main screen follow them. */
  get length(): number {
    return this.#next - this.#first;
  }

  /** The number of the next row that leaves the screen. */
  get next(): number {
    return this.#next;
  }

  get screenRowCount(): number {
    return this.#buffers.normal.lines.length;
  }

  /** Estimated memory. */
  get bytes(): number {
    this.#packRaw();
    return this.#bytes;
  }

  /** Adds a row that leaves the top of the screen. */
  push(line: BufferLine): void {
    this.append(line);
    this.trim();
  }

  /** Like `push`, but may keep the line itself. It then returns another line for the emulator. */
  keepLine(line: BufferLine): BufferLine | undefined {
    if (!this.#canKeepRaw(line.length)) {
      this.push(line);
      return undefined;
    }
    this.#next++;
    if (this.#rawRows.length < this.#maxRows) {
      this.#rawRows.add(line);
      this.trim();
      return spareLine(line);
    }
    this.#first++;
    const dropped = this.#rawRows.replaceOldest(line);
    this.#droppedUncertain =
      this.#rawRows.get(0)!.isWrapped &&
      (isMarkedUncertain(dropped) || (dropped.isWrapped && this.#droppedUncertain));
    return dropped;
  }

  /** Adds a row without enforcing the limits. */
  append(line: BufferLine): void {
    this.#packRaw();
    this.#pack(line, this.#next++);
  }

  #pack(line: BufferLine, row: number): void {
    const packed = packRow(line);
    if (packed.wrapped) {
      packed.uncertain ||= this.#keptEndsUncertain;
      this.#fillLast(packed);
    }
    packed.row = row;
    this.#packedRows.push(packed);
    this.#bytes += packedBytes(packed);
  }

  #packRaw(): void {
    if (this.#rawRows.length === 0) return;
    let row = this.#next - this.#rawRows.length;
    const lines = this.#rawRows.drain();
    for (const line of lines) this.#pack(line, row++);
    reuseLines(lines);
    this.#droppedUncertain = false;
  }

  /** Whether `#maxRows` rows of this width fit unpacked, and stay within the byte limit in the worst case. */
  #canKeepRaw(cols: number): boolean {
    return (
      this.#maxRows * lineBytes(cols) <= limits.rawRowBytes &&
      this.#bytes + this.#maxRows * maxRowBytes(cols) <= limits.scrollbackBytes
    );
  }

  /** Drops the oldest rows beyond the limits. */
  trim(): void {
    if (this.length > this.#maxRows) this.#drop(this.#next - this.#maxRows);
    while (this.#bytes > limits.scrollbackBytes && this.length > 1) this.#drop(this.#first + 1);
  }

  /** Drops all rows. Later rows are numbered after the dropped ones, plus `skipped`. */
  clear(skipped = 0): void {
    reuseLines(this.#rawRows.drain());
    this.#droppedUncertain = false;
    this.#next += skipped;
    this.#first = this.#next;
    this.#forgetBefore(this.#packedRows.length);
  }

  /** Recomputes the row positions for another width. */
  rewrap(cols: number): void {
    if (cols === this.#cols) return;
    this.#packRaw();
    this.#trimFirst();
    this.#cols = cols;
    const reach: RowPosition = { row: this.#first - 1, col: 0 };
    for (let at = this.#head; at < this.#packedRows.length; at++) {
      const packed = this.#packedRows[at]!;
      const begins = at === this.#head || !packed.wrapped;
      if (begins || reach.col + firstCharacterWidth(packed) > cols) {
        reach.row++;
        reach.col = 0;
      }
      packed.row = reach.row;
      packed.col = reach.col;
      wrapRow(packed, reach, cols, packed.content);
    }
    this.#next = reach.row + 1;
  }

  /**
   * Returns the position of a cell at the current width. `back` 1 is the newest row, 2 the one before it. A cell
   * after the end of a line is in the last row of that line.
   */
  positionOf(back: number, cell: number): RowPosition {
    this.#packRaw();
    const at = this.#packedRows.length - back;
    const packed = this.#packedRows[at]!;
    const { row, col, content } = packed;
    const reach = { row, col };
    wrapRow(packed, reach, this.#cols, content, { cell: Math.min(cell, content) });
    if (cell < content) return reach;
    const next = this.#packedRows[at + 1];
    if (next?.wrapped) return { row: next.row, col: next.col };
    return { row: reach.row, col: reach.col + cell - content };
  }

  rows(from: number, count: number): readonly ScreenRowText[] {
    const first = Math.max(0, from);
    const last = Math.min(this.length, from + count);
    return Array.from({ length: Math.max(0, last - first) }, (_, at) => this.row(first + at));
  }

  /** Rows past the end are those of the main screen. */
  row(index: number): ScreenRowText {
    if (index >= this.length) return readRow(this.line(index));
    const raw = index - (this.length - this.#rawRows.length);
    if (raw >= 0) return readRow(this.#rawRows.get(raw)!);
    const row = this.#first + index;
    const at = this.#indexOfRow(row);
    const packed = this.#packedRows[at]!;
    if (packed.shape !== '' || this.#packedRows[at + 1]?.row === row) return readRow(this.line(index));
    const from = packed.row < row ? this.#firstCellIn(packed, row) : 0;
    let end = Math.min(this.#firstCellIn(packed, row + 1), from + this.#cols);
    const full = end - from === this.#cols && !isBlankCode(packed.text.charCodeAt(end - 1));
    while (end > from && isBlankCode(packed.text.charCodeAt(end - 1))) end--;
    const text = packed.text.slice(from, end);
    return {
      text: text.includes('\0') ? text.replaceAll('\0', ' ') : text,
      wrapped: packed.wrapped || packed.row !== row,
      full,
    };
  }

  /** Restores the cells of a row. Rows past the end are those of the main screen. */
  line(index: number): BufferLine {
    if (index >= this.length) return this.#buffers.normal.lines.get(index - this.length)!;
    this.#packRaw();
    const row = this.#first + index;
    let at = this.#indexOfRow(row);
    let packed = this.#packedRows[at]!;
    const line = createLine(this.#cols, packed.wrapped || packed.row !== row);
    let from = packed.row < row ? this.#firstCellIn(packed, row) : 0;
    for (let col = 0; ; from = 0) {
      const to = Math.min(this.#firstCellIn(packed, row + 1), from + this.#cols - col);
      unpackRow(packed, from, to, line, col);
      col += to - from;
      if (packed.stale) markStale(line as BufferLine, col);
      const next = this.#packedRows[++at];
      // A wide character that does not fit leaves a cell in its style.
      if (col === this.#cols - 1 && to < packed.content) unpackStyles(packed, to, to + 1, line, col);
      else if (col === this.#cols - 1 && next?.wrapped && next.col === 0) unpackStyles(next, 0, 1, line, col);
      if (next?.row !== row || next.col === 0) return line as BufferLine;
      packed = next;
    }
  }

  /** Removes the newest rows and returns their cells. */
  takeNewest(count: number): BufferLine[] {
    this.#packRaw();
    const from = this.length - count;
    const lines = Array.from({ length: count }, (_, at) => this.line(from + at));
    this.#truncateAt(this.#first + from);
    return lines;
  }

  /** Whether the last row exists and is blank. */
  get endsBlank(): boolean {
    this.#packRaw();
    const last = this.#packedRows.at(-1);
    return this.length > 0 && last?.col === 0 && last.content === 0;
  }

  /** Whether a row that continues the last one is uncertain. */
  get endsUncertain(): boolean {
    return this.#rawRows.length > 0
      ? this.#rawRows.endsUncertain(this.#keptEndsUncertain)
      : this.#keptEndsUncertain;
  }

  get #keptEndsUncertain(): boolean {
    return this.#last?.uncertain ?? this.#droppedUncertain;
  }

  get #last(): PackedRow | undefined {
    return this.#packedRows.length > this.#head ? this.#packedRows.at(-1) : undefined;
  }

  /** The first cell of a packed row that is in `row`, or the number of its cells. */
  #firstCellIn(packed: PackedRow, row: number): number {
    return wrapRow(packed, { row: packed.row, col: packed.col }, this.#cols, packed.cells, { row });
  }

  /**
   * Fills a row up to the full width because the next row continues it. If a wide character did not fit, one cell is
   * left out.
   */
  #fillLast(next: PackedRow): void {
    const last = this.#last;
    if (!last) return;
    const reach = { row: last.row, col: last.col };
    wrapRow(last, reach, this.#cols, last.cells);
    const room = this.#cols - reach.col;
    const lacks = firstCharacterWidth(next) === 2;
    const endsBlank = last.content < last.cells && room === 0;
    const more = lacks && room === 1 ? 0 : lacks && endsBlank ? -1 : room;
    if (more !== 0 || last.content < last.cells)
      this.#replace(this.#packedRows.length - 1, extendRow(last, last.cells + more));
  }

  #replace(at: number, packed: PackedRow): void {
    this.#bytes += packedBytes(packed) - packedBytes(this.#packedRows[at]!);
    this.#packedRows[at] = packed;
  }

  #drop(first: number): void {
    this.#first = first;
    if (this.#rawRows.length > 0 && first >= this.#next - this.#rawRows.length) {
      this.#droppedUncertain = this.#keptEndsUncertain;
      this.#forgetBefore(this.#packedRows.length);
      return;
    }
    let head = this.#head;
    for (
      let next = this.#packedRows[head + 1];
      next && startsAtOrBefore(next, first);
      next = this.#packedRows[head + 1]
    )
      head++;
    this.#forgetBefore(head);
  }

  /** Drops the packed rows before this index. */
  #forgetBefore(head: number): void {
    for (let at = this.#head; at < head; at++) {
      this.#bytes -= packedBytes(this.#packedRows[at]!);
      this.#packedRows[at] = droppedRow;
    }
    this.#head = head;
    if (head < 64 || head * 2 < this.#packedRows.length) return;
    this.#packedRows = this.#packedRows.slice(head);
    this.#head = 0;
  }

  /** Cuts the oldest packed row if its beginning was dropped. */
  #trimFirst(): void {
    const head = this.#packedRows[this.#head];
    if (!head || head.row >= this.#first) return;
    this.#replace(this.#head, sliceRow(head, this.#firstCellIn(head, this.#first), head.cells));
  }

  #truncateAt(row: number): void {
    this.#next = row;
    for (
      let last = this.#packedRows.at(-1);
      last && this.#packedRows.length > this.#head;
      last = this.#packedRows.at(-1)
    ) {
      if (!startsAtOrAfter(last, row)) break;
      this.#bytes -= packedBytes(last);
      this.#packedRows.pop();
    }
    const last = this.#packedRows.at(-1);
    if (!last || this.#packedRows.length === this.#head) return;
    const end = this.#firstCellIn(last, row);
    if (end < last.cells) this.#replace(this.#packedRows.length - 1, sliceRow(last, 0, end));
  }

  /** The index of the packed row that holds the first cell of a row. */
  #indexOfRow(row: number): number {
    let low = this.#head;
    let high = this.#packedRows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (startsAtOrBefore(this.#packedRows[middle]!, row)) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const droppedRow = packRow(createLine(1, false) as BufferLine);

const startsAtOrBefore = (kept: PackedRow, row: number): boolean =>
  kept.row < row || (kept.row === row && kept.col === 0);
const startsAtOrAfter = (kept: PackedRow, row: number): boolean => kept.row >= row;

const isBlankCode = (code: number): boolean => code === 0x20 || code === 0;

/**
 * Creates the buffer and hooks it into the emulator. It takes the rows that scroll off the main screen. Clearing the
 * scrollback or a reset drops them.
 */
export function createScrollback(
  emulator: Emulator,
  { size, scrollback }: { size: Size; scrollback: number },
): Scrollback {
  const { parser, core } = emulator;
  const archive = new Scrollback(
    Math.max(1, Math.min(scrollback, limits.maxScrollback)),
    size.cols,
    core.buffers,
  );
  // In a scroll region of one row, the emulator writes to a row after it has left.
  emulator.onRowOff((row) =>
    core.buffers.normal.scrollBottom > 0 ? archive.keepLine(row) : void archive.push(row),
  );
  let main = core.buffers.normal;
  core.buffers.onBufferActivate(() => {
    if (main === core.buffers.normal) return;
    archive.clear(main.lines.length);
    main = core.buffers.normal;
  });
  const erase = ({ params }: SequenceParams) => {
    if (params[0] === 3 && core.buffers.active === main) archive.clear();
    return false;
  };
  parser.registerCsiHandler({ final: 'J' }, erase);
  parser.registerCsiHandler({ prefix: '?', final: 'J' }, erase);
  return archive;
}
