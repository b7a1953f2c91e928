/**
 * Limits the work that output can cause before other sessions run. Clamps counts in sequences, reuses lines, and ends
 * a slice before its sequences touch too many cells.
 */
import { limits } from '#limits.ts';
import type { GridSize } from '#platform/pty/size.ts';
import {
  type AttributeData,
  type BufferLine,
  type CsiHandler,
  combinedText,
  type Emulator,
  type FunctionIdentifier,
  isCombined,
  isFilledWith,
  lineWords,
  type SequenceParams,
  wordsPerCell,
} from './xterm.ts';

/**
 * Inserts, deletes and scrolls lines, which is how editors scroll. The emulator creates a line for each and moves the
 * lines below once for each. Here the lines that fall out are cleared and used again. Between left and right margins,
 * nothing is moved here.
 */
class LineMover {
  readonly #emulator: Emulator;
  readonly #defaults: AttributeData;
  #blank: BufferLine | undefined;

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    this.#defaults = emulator.input._eraseAttrData().clone();
  }

  /** IL: inserts lines at the cursor. Returns false without effect if the cursor is outside the scroll region. */
  insert(count: number): boolean {
    if (this.#emulator.margins) return false;
    return this.#moveAtCursor((top) => this.#moveDown(top, count, this.#emulator.input._eraseAttrData()));
  }

  /** DL: deletes lines at the cursor, like `insert`. */
  delete(count: number): boolean {
    if (this.#emulator.margins) return false;
    return this.#moveAtCursor((top) => this.#moveUp(top, count));
  }

  /** SU: scrolls the scroll region up. */
  scrollUp(count: number): boolean {
    if (this.#emulator.margins) return false;
    this.#moveUp(this.#emulator.core.buffers.active.scrollTop, count);
    return true;
  }

  /** SD: scrolls the scroll region down. As in the emulator, new lines have the default background. */
  scrollDown(count: number): boolean {
    if (this.#emulator.margins) return false;
    this.#moveDown(this.#emulator.core.buffers.active.scrollTop, count, this.#defaults);
    return true;
  }

  #moveAtCursor(move: (top: number) => void): boolean {
    const { active } = this.#emulator.core.buffers;
    const { y, scrollTop, scrollBottom } = active;
    if (y < scrollTop || y > scrollBottom) return false;
    move(y);
    active.x = 0;
    return true;
  }

  #moveDown(top: number, count: number, erased: AttributeData): void {
    this.#move(top, (moving) => {
      const fallen = moving.splice(Math.max(0, moving.length - count));
      moving.unshift(...this.#clearLines(fallen, erased));
    });
  }

  #moveUp(top: number, count: number): void {
    this.#move(top, (moving) => {
      const fallen = moving.splice(0, count);
      moving.push(...this.#clearLines(fallen, this.#emulator.input._eraseAttrData()));
    });
  }

  #move(top: number, reorder: (lines: BufferLine[]) => void): void {
    const { core, input } = this.#emulator;
    const { ybase, scrollBottom, lines } = core.buffers.active;
    const moving: BufferLine[] = [];
    for (let row = top; row <= scrollBottom; row++) moving.push(lines.get(ybase + row)!);
    reorder(moving);
    for (const [at, line] of moving.entries()) lines.set(ybase + top + at, line);
    input._dirtyRowTracker.markRangeDirty(top, scrollBottom);
  }

  #clearLines(lines: readonly BufferLine[], erased: AttributeData): readonly BufferLine[] {
    const blank = this.#blankLine(erased);
    for (const line of lines) line.copyFrom(blank);
    return lines;
  }

  #blankLine(erased: AttributeData): BufferLine {
    const { active } = this.#emulator.core.buffers;
    const cols = active.lines.get(active.ybase + active.y)!.length;
    if (this.#blank?.length !== cols || !isFilledWith(this.#blank, erased))
      this.#blank = active.getBlankLine(erased);
    return this.#blank;
  }
}

/**
 * Clamps the counts in sequences before the emulator handles them: ten bytes asked for two billion repetitions and
 * took 95 s. A count above the screen size has no visible effect. All repetitions in a slice also share an allowance,
 * which is far above what normal programs need.
 */
export class SequenceClamps {
  readonly #emulator: Emulator;
  readonly #lineMoves: LineMover;
  #rows = 0;
  #cols = 0;
  #repeatBudget = 0;
  #lineBudget = 0;
  #moveBudget = 0;

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    this.#lineMoves = new LineMover(emulator);
    for (const [final, clamp] of this.#handlers()) emulator.parser.registerCsiHandler(final, clamp);
  }

  /** Call before each slice: renews the allowance. */
  startSlice({ rows, cols }: GridSize): void {
    this.#rows = rows;
    this.#cols = cols;
    this.#repeatBudget = repeatsPerSlice * cols + 8 * rows * cols;
    this.#lineBudget = linesPerSlice + 8 * rows;
    this.#moveBudget = movesPerSlice / (rows * cols);
  }

  #handlers(): readonly (readonly [FunctionIdentifier, CsiHandler])[] {
    const inserted: CsiHandler = (params) =>
      this.#clampLines(params) || this.#lineMoves.insert(countParam(params));
    const deleted: CsiHandler = (params) =>
      this.#clampLines(params) || this.#lineMoves.delete(countParam(params));
    const scrolledUp: CsiHandler = (params) =>
      this.#clampLines(params) || this.#lineMoves.scrollUp(countParam(params));
    const scrolledDown: CsiHandler = (params) =>
      this.#clampLines(params) || this.#lineMoves.scrollDown(countParam(params));
    const byCols: CsiHandler = (params) => clampCount(params, this.#cols);
    const allCells: CsiHandler = (params) => this.#moveBudget-- <= 0 || clampCount(params, this.#cols);
    return [
      [{ final: 'L' }, inserted],
      [{ final: 'M' }, deleted],
      [{ final: 'S' }, scrolledUp],
      [{ final: 'T' }, scrolledDown],
      ...['I', 'Z', '@', 'P', 'X'].map((final) => [{ final }, byCols] as const),
      ...['@', 'A'].map((final) => [{ intermediates: ' ', final }, allCells] as const),
      ...['}', '~'].map((final) => [{ intermediates: "'", final }, allCells] as const),
      [{ final: 'b' }, (params) => this.#repeat(params)],
    ];
  }

  #clampLines(params: SequenceParams): boolean {
    const lines = Math.min(countParam(params), this.#rows, this.#lineBudget);
    this.#lineBudget -= lines;
    return lines === 0 || clampCount(params, lines);
  }

  /** REP repeats the whole cell, which may hold many code points. */
  #repeat(params: SequenceParams): boolean {
    const each = this.#previousCellLength();
    const times = Math.min(
      countParam(params),
      this.#rows * this.#cols,
      Math.floor(this.#repeatBudget / each),
    );
    this.#repeatBudget -= times * each;
    return times === 0 || clampCount(params, times);
  }

  #previousCellLength(): number {
    const { x, y, ybase, lines } = this.#emulator.core.buffers.active;
    const line = lines.get(ybase + y);
    if (!line || x === 0) return 1;
    const one = (col: number) =>
      isCombined(lineWords(line)[col * wordsPerCell] ?? 0) ? combinedText(line, col).length : 1;
    return Math.max(one(x - 1), x > 1 ? one(x - 2) : 1);
  }
}

/** A slice of 4 KiB holds at most this many of the shortest repeating sequences. */
const repeatsPerSlice = 1024;
const linesPerSlice = 4096;
/** Cells moved sideways on all rows (SL, SR, DECIC, DECDC). At 80 columns a slice cannot reach this. */
const movesPerSlice = 4_000_000;

/** Merges consecutive resets. `ESC c` has the same effect in every parser state. */
export function collapseResets(slice: Uint8Array): Uint8Array {
  if (!slice.includes(escapeByte)) return slice;
  const bytes = Buffer.from(slice.buffer, slice.byteOffset, slice.length);
  if (!bytes.includes(doubleReset)) return slice;
  return Buffer.from(bytes.toString('latin1').replace(/(?:\x1bc)+/g, '\x1bc'), 'latin1');
}

const doubleReset = Buffer.from('\x1bc\x1bc');

const countParam = ({ params }: SequenceParams): number => params[0]! || 1;

function clampCount({ params }: SequenceParams, most: number): false {
  if (params[0]! > most) params[0] = most;
  return false;
}

/**
 * Bytes of costly sequences. A sequence of a few bytes may touch every cell, so a slice ends before its sequences are
 * estimated to touch too many cells. This reads bytes, and not the tokens of vtTokenizer.ts, which would take a fifth
 * of the time that the emulator needs for the same output.
 */
const [escapeByte, csi, c1Lead, c1Csi, dollar, asterisk] = [0x1b, 0x5b, 0xc2, 0x9b, 0x24, 0x2a];

/** A rectangle operation costs 25 ns a cell, five times an erasure. */
const rectangleFactor = 5;
/** Highest cost of a byte: that of the shortest rectangle operation. */
const mostScreensPerByte = rectangleFactor / 4;
/** Moving a line by one row costs as much as erasing this many cells. */
const lineMoveCells = 4;

/**
 * On a screen of this size, a slice full of other sequences that touch all cells takes 13 ms. Only rectangle
 * operations can take longer.
 */
const usualCells = 24 * 80;

/**
 * Returns the end of the slice that starts at `at`. Between left and right margins, each byte may scroll by copying
 * cells.
 */
export function sliceEnd(bytes: Uint8Array, at: number, { rows, cols }: GridSize, margins = false): number {
  const most = margins ? Math.ceil(limits.sliceCells / (rows * cols)) : limits.sliceBytes;
  const end = Math.min(bytes.length, at + Math.min(most, limits.sliceBytes));
  if (!mayBeCostly(bytes.subarray(at, end), rows * cols)) return end;
  let left = limits.sliceCells;
  // Stop when the rest of the slice is too short to exceed the allowance.
  for (let next = at; (end - next) * rows * cols * mostScreensPerByte > left; next++) {
    const byte = bytes[next]!;
    if (byte !== escapeByte && byte !== c1Lead) continue;
    left -= cellsTouched(bytes, next, rows, cols);
    if (left < 0 && next > at) return next;
  }
  return end;
}

/** Fast check for plain text. On usual screens it is true only for a slice with many rectangle operations. */
function mayBeCostly(slice: Uint8Array, cells: number): boolean {
  if (cells > usualCells) return hasEscape(slice);
  const most = limits.sliceCells / (cells * rectangleFactor);
  if (slice.length <= most || !(slice.includes(dollar) || slice.includes(asterisk)) || !hasEscape(slice))
    return false;
  return countRectangles(slice, dollar, most) + countRectangles(slice, asterisk, most) > most;
}

const hasEscape = (slice: Uint8Array) => slice.includes(escapeByte) || slice.includes(c1Lead);

/** Counts what may end a rectangle operation, also in text. Stops above `most`. */
function countRectangles(slice: Uint8Array, intermediate: number, most: number): number {
  let count = 0;
  for (
    let at = slice.indexOf(intermediate);
    at >= 0 && count <= most;
    at = slice.indexOf(intermediate, at + 1)
  ) {
    const next = slice[at + 1]!;
    if (isRectangle(intermediate, next) || next < 0x20 || next === 0x7f) count++;
  }
  return count;
}

/**
 * Estimates the cost of the sequence at `at` in erased cells: the screen if it erases, twice the screen if it sets
 * modes, which may switch screens. Counts are clamped elsewhere.
 */
function cellsTouched(bytes: Uint8Array, at: number, rows: number, cols: number): number {
  const cells = rows * cols;
  let end = skipControls(bytes, at + 1);
  if (bytes[at] === escapeByte && bytes[end] !== csi) return isCostlyEscape(bytes[end]!) ? cells : 0;
  if (bytes[at] === c1Lead && bytes[end] !== c1Csi) return 0;
  let intermediate = 0;
  for (end++; isInSequence(bytes[end]!); end++)
    if (bytes[end] === dollar || bytes[end] === asterisk) intermediate = bytes[end]!;
  if (intermediate !== 0) return isRectangle(intermediate, bytes[end]!) ? rectangleFactor * cells : 0;
  switch (bytes[end]) {
    case 0x4a: // ED
      return cells;
    case 0x68: // SM
    case 0x6c: // RM
      return 2 * cells;
    case 0x4c: // IL
    case 0x4d: // DL
    case 0x53: // SU
    case 0x54: // SD
      return lineMoveCells * rows;
    default:
      return 0;
  }
}

/** Control characters in a sequence are executed, or ignored, without ending it. */
function skipControls(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isInSequence(bytes[at]!) && !(bytes[at]! >= 0x20 && bytes[at]! < 0x7f)) at++;
  return at;
}

const isInSequence = (byte: number) => (byte < 0x40 && byte !== escapeByte) || byte === 0x7f;

/** DECCRA, DECFRA, DECERA and DECSERA; DECRQCRA. */
const isRectangle = (intermediate: number, final: number) =>
  intermediate === asterisk
    ? final === 0x79
    : final === 0x76 || final === 0x78 || final === 0x7a || final === 0x7b;

/** RIS (`ESC c`) and DECALN, the screen alignment test. */
const isCostlyEscape = (byte: number) => byte === 0x63 || byte === 0x23;
