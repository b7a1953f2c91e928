/** Detects screen changes: changed rows, the sequence, and resets that invalidate a copy of the screen. */
import type { Clock } from '#platform/clock.ts';
import type { GridSize } from '#platform/pty/size.ts';
import type { ScreenRowText } from './rows.ts';
import type { Screen } from './screen.ts';
import { VtTokenizer } from './vtTokenizer.ts';
import {
  type BufferLine,
  bgFlags,
  combinedText,
  type Emulator,
  type ExtendedAttrs,
  extendedAttrsAt,
  isCombined,
  lineWords,
  parserStates,
  type ScreenBuffer,
  type SequenceParams,
  withoutStaleBit,
  wordsPerCell,
} from './xterm.ts';

/** Shorter slices are not worth the scan: a fast log arrives in slices of 4 KiB. */
const minFloodBytes = 2048;

const sequences = new VtTokenizer({ c1: false, controls: true });

/**
 * Whether a slice is certain to scroll the whole screen, decided before it is parsed. The cursor must be in the last
 * row, and only text and SGR sequences may come before the first line feed.
 */
export const willScroll = (emulator: Emulator, slice: Uint8Array): boolean =>
  slice.length >= minFloodBytes && isAtBottom(emulator) && reachesLineFeed(emulator, slice);

function isAtBottom({ core, margins }: Emulator): boolean {
  const { y, scrollTop, scrollBottom } = core.buffers.active;
  return !margins && y === scrollBottom && scrollTop === 0 && scrollBottom === core.rows - 1;
}

function reachesLineFeed({ parser }: Emulator, slice: Uint8Array): boolean {
  const { currentState: state } = parser;
  // An SGR sequence may be cut between two slices. Later bytes of a cut character may form a control character.
  const isCut = state === parserStates.csiEntry || state === parserStates.csiParam;
  if (!isCut && (state !== parserStates.ground || isContinuationByte(slice[0]!))) return false;
  const stop = slice.indexOf(newLine);
  if (stop < 0) return false;
  const text = Buffer.from(slice.buffer, slice.byteOffset, stop + 1).toString('latin1');
  sequences.begin(isCut ? `\x1b[${text}` : text);
  while (sequences.next()) {
    const { kind, final, start, end, content } = sequences;
    if (kind === 'text') {
      const [found] = feedOrC1.exec(sequences.text.slice(start, end)) ?? [];
      if (found) return found === '\n';
    } else if (kind === 'csi' ? final !== 'm' || !styleParams.test(content) : final !== '\r') return false;
  }
  return false;
}

const newLine = 0x0a;
/** A line feed, or the first byte of C1 controls in UTF-8. */
const feedOrC1 = /[\n\xc2]/;
const styleParams = /^[0-;]*$/;
const isContinuationByte = (byte: number) => byte >= 0x80 && byte < 0xc0;

/**
 * Detects which rows changed. It keeps a copy of the cells from after the last slice and compares the rows that the
 * emulator marked dirty. When the whole screen scrolls, the copy scrolls too, so that a new line costs one row
 * instead of all. If all rows have scrolled away and the next slice is certain to scroll, nothing is compared or
 * copied. Costs 12 bytes a cell.
 */
export class ChangeTracker {
  /** Advances when any cell changes. */
  version = 0;
  /** The version at which each row last changed. */
  rowVersions: number[] = [];
  /** Cached text of each row. Dropped when the row changes, moved when it scrolls. */
  rowTexts: (ScreenRowText | undefined)[] = [];
  readonly #emulator: Emulator;
  #copy = new Uint32Array(0);
  #extras: RowExtras[] = [];
  /** Index of the first row in `#copy`, which is a ring buffer: scrolling copies nothing. */
  #top = 0;
  #cols = 0;
  #buffer: ScreenBuffer;
  #lines: ScreenBuffer['lines'];
  #baseRow = 0;
  #scrolledRows = 0;
  #scrolledPartly = false;
  /** The copy is older than the last slice. */
  #outdated = false;
  #dirtyFrom = 0;
  #dirtyTo = -1;

  constructor(emulator: Emulator, size: GridSize) {
    this.#emulator = emulator;
    this.#buffer = emulator.core.buffers.active;
    this.#lines = this.#buffer.lines;
    this.resize(size);
    emulator.onScroll((whole) => {
      if (whole) this.#scrolledRows++;
      else this.#scrolledPartly = true;
    });
    emulator.input.onRequestRefreshRows((rows) => {
      this.#dirtyFrom = Math.min(this.#dirtyFrom, rows?.start ?? 0);
      this.#dirtyTo = Math.max(this.#dirtyTo, rows?.end ?? Number.POSITIVE_INFINITY);
    });
  }

  /** Starts over at a new size. All rows count as changed. */
  resize({ rows, cols }: GridSize): void {
    this.#copy = new Uint32Array(rows * cols * wordsPerCell);
    this.#extras = new Array<RowExtras>(rows).fill(noExtras);
    this.rowTexts = new Array<ScreenRowText | undefined>(rows).fill(undefined);
    this.rowVersions = new Array<number>(rows).fill(0);
    this.#top = 0;
    this.#cols = cols;
    this.#markAllChanged();
  }

  /** Call before each slice. */
  beforeSlice(slice: Uint8Array): void {
    if (!this.#outdated || willScroll(this.#emulator, slice)) return;
    this.#outdated = false;
    for (let row = 0; row < this.#extras.length; row++) this.#copyRow(row, this.#line(row));
  }

  /** Call after each slice. */
  detectChanges(): boolean {
    const { active } = this.#emulator.core.buffers;
    const last = this.#extras.length - 1;
    const replaced = this.#buffer !== active || this.#lines !== active.lines || active.ybase < this.#baseRow;
    const scrolled = replaced ? 0 : this.#scrolledRows;
    if (scrolled > last || this.#outdated) return this.#markAllChanged();
    const all = replaced || this.#scrolledPartly;
    // Rows marked before a scroll are now up to `scrolled` rows higher.
    const from = all ? 0 : Math.max(0, Math.min(this.#dirtyFrom, last + 1) - scrolled);
    const to = all || scrolled > 0 ? last : Math.min(this.#dirtyTo, last);
    const next = this.version + 1;
    if (scrolled > 0) this.#shift(scrolled, next);
    this.#startSlice(active);
    let changed = scrolled > 0;
    for (let row = from; row <= to; row++) {
      if (!this.#rowChanged(row)) continue;
      this.rowVersions[row] = next;
      changed = true;
    }
    if (changed) this.version = next;
    return changed;
  }

  /** Rows that only moved up keep their copy and their cached text. */
  #shift(by: number, version: number): void {
    const rows = this.#extras.length;
    this.rowVersions.fill(version);
    this.#top = (this.#top + by) % rows;
    this.#extras.copyWithin(0, by);
    this.rowTexts.copyWithin(0, by).fill(undefined, rows - by);
  }

  #startSlice(active: ScreenBuffer): void {
    this.#buffer = active;
    this.#lines = active.lines;
    this.#baseRow = active.ybase;
    this.#scrolledRows = 0;
    this.#scrolledPartly = false;
    this.#dirtyFrom = Number.POSITIVE_INFINITY;
    this.#dirtyTo = -1;
  }

  #markAllChanged(): true {
    this.#startSlice(this.#emulator.core.buffers.active);
    this.version++;
    this.rowVersions.fill(this.version);
    this.rowTexts.fill(undefined);
    this.#outdated = true;
    return true;
  }

  #line(row: number): BufferLine {
    return this.#lines.get(this.#baseRow + row)!;
  }

  #offsetOf(row: number): number {
    return ((this.#top + row) % this.#extras.length) * this.#cols * wordsPerCell;
  }

  #copyRow(row: number, line: BufferLine): void {
    this.#copy.set(this.#visibleWords(line), this.#offsetOf(row));
    this.#extras[row] = rowExtras(line);
  }

  #visibleWords(line: BufferLine): Uint32Array {
    const length = this.#cols * wordsPerCell;
    return lineWords(line).length > length ? lineWords(line).subarray(0, length) : lineWords(line);
  }

  #rowChanged(row: number): boolean {
    const line = this.#line(row);
    if (sameWords(this.#visibleWords(line), this.#copy, this.#offsetOf(row))) {
      const marks = rowExtras(line);
      if (sameRowExtras(marks, this.#extras[row]!)) return false;
      this.#extras[row] = marks;
      this.rowTexts[row] = undefined;
      return true;
    }
    this.#copyRow(row, line);
    this.rowTexts[row] = undefined;
    return true;
  }
}

function sameWords(now: Uint32Array, before: Uint32Array, offset: number): boolean {
  for (let at = 0; at < now.length; at += wordsPerCell) {
    const there = offset + at;
    const difference =
      (now[at]! ^ before[there]!) |
      (now[at + 1]! ^ before[there + 1]!) |
      withoutStaleBit(now[at + 2]! ^ before[there + 2]!);
    if (difference !== 0) return false;
  }
  return true;
}

/** What the cell words do not hold: combined characters, underline styles and links. */
type RowExtras = readonly (string | number)[];

const noExtras: RowExtras = [];

/** Checks the words first: listing the keys of the extra objects is slower than reading every cell. */
function rowExtras(line: BufferLine): RowExtras {
  const cells = lineWords(line);
  let contents = 0;
  let backgrounds = 0;
  for (let at = 0; at < cells.length; at += wordsPerCell) {
    contents |= cells[at]!;
    backgrounds |= cells[at + 2]!;
  }
  return isCombined(contents) || backgrounds & bgFlags.extended ? collectRowExtras(line) : noExtras;
}

/**
 * Attributes that adjacent cells share are recorded only where they change. An entry for each cell would slow down
 * coloured output by 10 %.
 */
function collectRowExtras(line: BufferLine): RowExtras {
  const cells = lineWords(line);
  const marks: (string | number)[] = [];
  let last: ExtendedAttrs | undefined;
  let style = 0;
  let link = 0;
  for (let col = 0, at = 0; at < cells.length; col++, at += wordsPerCell) {
    if (isCombined(cells[at]!)) marks.push(combinedText(line, col));
    const extra = (cells[at + 2]! & bgFlags.extended) === 0 ? undefined : extendedAttrsAt(line, col);
    if (extra === last) continue;
    last = extra;
    const { _ext = 0, urlId = 0 } = extra ?? {};
    if (_ext !== style || urlId !== link) marks.push(col, _ext, urlId);
    style = _ext;
    link = urlId;
  }
  return marks;
}

/** Only for rows with equal words: then each value belongs to the same cell. */
const sameRowExtras = (now: RowExtras, before: RowExtras): boolean =>
  now.length === before.length && now.every((mark, at) => mark === before[at]);

/** Counts screen changes and keeps the time of the last visible change. */
export class ChangeCounter {
  sequence = 0;
  lastVisibleChange: number;
  readonly #clock: Clock;
  readonly #screen: Screen;
  #visible: VisibleState;

  constructor(clock: Clock, screen: Screen) {
    this.#clock = clock;
    this.#screen = screen;
    this.lastVisibleChange = clock.now();
    this.#visible = readVisibleState(screen);
  }

  /** Call after parsing output. */
  update(cellsChanged: boolean): void {
    const before = this.#visible;
    const now = readVisibleState(this.#screen);
    this.#visible = now;
    const visible =
      cellsChanged ||
      now.x !== before.x ||
      now.y !== before.y ||
      now.hidden !== before.hidden ||
      now.alternate !== before.alternate;
    if (visible) this.lastVisibleChange = this.#clock.now();
    if (visible || metadataChanged(now, before)) this.sequence++;
  }

  /** Call after a resize. `different` is false if the size stayed the same. */
  onResize(different: boolean): void {
    if (!different) return;
    this.#visible = readVisibleState(this.#screen);
    this.lastVisibleChange = this.#clock.now();
    this.sequence++;
  }
}

interface VisibleState {
  readonly x: number;
  readonly y: number;
  readonly hidden: boolean;
  readonly alternate: boolean;
  readonly applicationCursor: boolean;
  readonly applicationKeypad: boolean;
  readonly title: string | null;
  readonly bells: number;
}

function readVisibleState(screen: Screen): VisibleState {
  const { buffers, coreService } = screen.emulator.core;
  const { active, alt } = buffers;
  return {
    x: Math.min(active.x, screen.size.cols - 1),
    y: Math.min(active.y, screen.size.rows - 1),
    hidden: coreService.isCursorHidden,
    alternate: active === alt,
    applicationCursor: coreService.decPrivateModes.applicationCursorKeys,
    applicationKeypad: coreService.decPrivateModes.applicationKeypad,
    title: screen.title,
    bells: screen.bellCount,
  };
}

const metadataChanged = (now: VisibleState, before: VisibleState) =>
  now.title !== before.title ||
  now.bells !== before.bells ||
  now.applicationCursor !== before.applicationCursor ||
  now.applicationKeypad !== before.applicationKeypad;

/**
 * Operations that invalidate a copy of the screen. They are counted by kind, so that the owner of a copy knows when
 * to take a new one.
 */
const resetKinds = [
  'alternate_screen_enter',
  'alternate_screen_exit',
  'clear_screen',
  'clear_scrollback',
  'hard_reset',
  'resize',
] as const;

type ResetKind = (typeof resetKinds)[number];

export class ScreenResets {
  readonly #counts = new Map<ResetKind, number>(resetKinds.map((kind) => [kind, 0]));
  total = 0;

  constructor({ parser, core }: Emulator) {
    const erase = ({ params }: SequenceParams) => {
      const { x, y } = core.buffers.active;
      if (params[0] === 2 || (params[0] === 0 && x === 0 && y === 0)) this.add('clear_screen');
      if (params[0] === 3) this.add('clear_scrollback');
      return false;
    };
    parser.registerCsiHandler({ final: 'J' }, erase);
    parser.registerCsiHandler({ prefix: '?', final: 'J' }, erase);
  }

  add(kind: ResetKind): void {
    this.#counts.set(kind, this.count(kind) + 1);
    this.total += 1;
  }

  count(kind: ResetKind): number {
    return this.#counts.get(kind)!;
  }

  /** Returns the current counts, for `since`. */
  counts(): ReadonlyMap<ResetKind, number> {
    return new Map(this.#counts);
  }

  /** Returns the kinds that occurred since then, in the order of the table. */
  since(before: ReadonlyMap<ResetKind, number>): readonly ResetKind[] {
    return resetKinds.filter((kind) => this.count(kind) !== before.get(kind));
  }
}
