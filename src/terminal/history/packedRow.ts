/**
 * A row of cells in a compact form, from which the same cells can be restored. The text is a string with NUL for
 * blank cells, and styles are runs. If some characters are not one unit in one column, the shape of each is kept,
 * too.
 */
import { limits } from '#limits.ts';
import { isMarkedUncertain, markUncertain } from '../print.ts';
import {
  type BufferLine,
  bgFlags,
  combinedText,
  type ExtendedAttrs,
  extendedAttrsAt,
  isCombined,
  lineWords,
  staleBit,
  widthShift,
  withoutStaleBit,
  wordsPerCell,
} from '../xterm.ts';

export interface PackedRow {
  /** Position of the first cell at the current width of the scrollback. */
  row: number;
  col: number;
  readonly text: string;
  /** One unit per character: its length in UTF-16 units and its kind. Empty if each character is one narrow unit. */
  readonly shape: string;
  /** `styleUnits` units per run of equal style. Cells after the last run have the default style. */
  readonly styles: string;
  /** By run: underline styles and links, if the background word has the extended flag. */
  readonly extras: readonly (ExtendedAttrs | undefined)[] | undefined;
  /** Number of columns. Blank cells of the default style at the end are omitted. */
  readonly cells: number;
  /** Number of columns without blank cells at the end. Another width does not wrap these. */
  readonly content: number;
  /** The row continues the row above. */
  readonly wrapped: boolean;
  /** The omitted cells at the end are marked as stale. */
  readonly stale: boolean;
  /** The row, or one that it continues, held a character of disputed width. */
  uncertain: boolean;
}

const shapeKinds = { narrow: 0, wide: 1 << 8, loneWide: 2 << 8, loneHalf: 3 << 8 } as const;
const kindMask = 3 << 8;
const lengthMask = 0xff;
const narrowShape = String.fromCharCode(shapeKinds.narrow | 1);
/** Columns of the run, then foreground and background with two units each. */
const styleUnits = 5;

const blankCell = 1 << widthShift;
const contentMask = 0x3fffff;

/** Slice methods without the checks of `toString`, which take longer than a short row. */
type SliceableBuffer = Buffer & Record<'latin1Slice' | 'ucs2Slice', (start: number, end: number) => string>;

let units = new Uint16Array(1024);
let unitBytes = Buffer.from(units.buffer) as SliceableBuffer;
let bytes = Buffer.alloc(1024) as SliceableBuffer;
const shapeUnits = new Uint16Array(limits.maxCols);
const shapeBytes = Buffer.from(shapeUnits.buffer) as SliceableBuffer;

export function packRow(line: BufferLine): PackedRow {
  const cells = lineWords(line);
  const end = packedLength(cells);
  if (end > units.length) growBuffers(end);
  let styles = 0;
  let widest = 0;
  for (let col = 0, at = 0; col < end; col++, at += wordsPerCell) {
    const content = cells[at]!;
    styles |= cells[at + 1]! | cells[at + 2]!;
    widest |= content ^ blankCell;
    bytes[col] = content;
  }
  const shaped = widest >>> 16 !== 0;
  const { text, shape, content } = shaped ? shapedText(line, end) : plainText(cells, end, widest);
  const beside: StyleAttrs = [];
  const runs = styles === 0 ? '' : packStyles(line, end, beside);
  return {
    row: 0,
    col: 0,
    text,
    shape,
    styles: runs,
    extras: beside.length > 0 ? beside : undefined,
    cells: end,
    content,
    wrapped: line.isWrapped,
    stale: (cells[cells.length - 1]! & staleBit) !== 0,
    uncertain: isMarkedUncertain(line),
  };
}

type PackedText = Pick<PackedRow, 'text' | 'shape' | 'content'>;

/** For cells that hold one unit each. `bytes` holds their low bytes. */
function plainText(cells: Uint32Array, end: number, widest: number): PackedText {
  const text = widest < 0x100 ? bytes.latin1Slice(0, end) : packWideText(cells, end);
  let content = end;
  while (content > 0 && cells[(content - 1) * wordsPerCell] === blankCell) content--;
  return { text, shape: '', content };
}

function packWideText(cells: Uint32Array, end: number): string {
  for (let col = 0; col < end; col++) units[col] = cells[col * wordsPerCell]!;
  return unitBytes.ucs2Slice(0, 2 * end);
}

type StyleAttrs = (ExtendedAttrs | undefined)[];

function packedLength(cells: Uint32Array): number {
  let at = cells.length - wordsPerCell;
  while (at >= 0 && cells[at] === blankCell && cells[at + 1] === 0 && withoutStaleBit(cells[at + 2]!) === 0)
    at -= wordsPerCell;
  return at / wordsPerCell + 1;
}

function shapedText(line: BufferLine, end: number): PackedText {
  const cells = lineWords(line);
  let size = 0;
  let chars = 0;
  let content = 0;
  for (let col = 0; col < end; col++) {
    const word = cells[col * wordsPerCell]!;
    const kind = shapeKindOf(cells, col, end);
    const before = size;
    if (size + 2 > units.length) growBuffers(size + 2);
    if (isCombined(word)) size = appendText(combinedText(line, col), size);
    else size = appendCodePoint(word & contentMask, size);
    if (kind === shapeKinds.wide) col++;
    shapeUnits[chars++] = kind | (size - before);
    if (kind !== shapeKinds.narrow || units[before] !== 0) content = col + 1;
  }
  const text = unitBytes.ucs2Slice(0, 2 * size);
  const shape = shapeBytes.ucs2Slice(0, 2 * chars);
  return { text, shape, content };
}

function appendCodePoint(code: number, size: number): number {
  if (code < 0x10000) units[size] = code;
  else {
    units[size] = 0xd7c0 + (code >> 10);
    units[size + 1] = 0xdc00 + (code & 0x3ff);
  }
  return code < 0x10000 ? size + 1 : size + 2;
}

function appendText(text: string, size: number): number {
  if (size + text.length > units.length) growBuffers(size + text.length);
  for (let at = 0; at < text.length; at++) units[size + at] = text.charCodeAt(at);
  return size + text.length;
}

function shapeKindOf(cells: Uint32Array, col: number, end: number): number {
  const width = cells[col * wordsPerCell]! >>> widthShift;
  if (width === 1) return shapeKinds.narrow;
  if (width === 0) return shapeKinds.loneHalf;
  return isSecondHalf(cells, col + 1, end) ? shapeKinds.wide : shapeKinds.loneWide;
}

/** Whether the cell is the second half of a wide character. */
const isSecondHalf = (cells: Uint32Array, col: number, end: number) =>
  col < end && cells[col * wordsPerCell] === 0;

function packStyles(line: BufferLine, end: number, beside: StyleAttrs): string {
  const cells = lineWords(line);
  const last = end * wordsPerCell;
  let size = 0;
  let start = 0;
  let plain = 0;
  for (let at = 0; at < last; ) {
    const fg = cells[at + 1]!;
    const bg = cells[at + 2]!;
    const extra = bg & bgFlags.extended ? extendedAttrsAt(line, at / wordsPerCell) : undefined;
    do at += wordsPerCell;
    while (at < last && cells[at + 1] === fg && cells[at + 2] === bg && hasSameAttrs(line, at, bg, extra));
    if (size + styleUnits > units.length) growBuffers(2 * size);
    if (extra) beside[size / styleUnits] = extra;
    units[size] = at / wordsPerCell - start;
    units[size + 1] = fg;
    units[size + 2] = fg >>> 16;
    units[size + 3] = bg;
    units[size + 4] = bg >>> 16;
    size += styleUnits;
    if (fg !== 0 || bg !== 0) plain = size;
    start = at / wordsPerCell;
  }
  return unitBytes.ucs2Slice(0, 2 * plain);
}

const hasSameAttrs = (line: BufferLine, at: number, bg: number, extra: ExtendedAttrs | undefined) =>
  (bg & bgFlags.extended) === 0 || extendedAttrsAt(line, at / wordsPerCell) === extra;

function growBuffers(size: number): void {
  const large = new Uint16Array(2 * size);
  large.set(units);
  units = large;
  unitBytes = Buffer.from(units.buffer) as SliceableBuffer;
  bytes = Buffer.alloc(large.length) as SliceableBuffer;
}

/** Writes cells `from` to `to` of a packed row to a line, from column `at` on. The line must be long enough. */
export function unpackRow(row: PackedRow, from: number, to: number, line: MutableLine, at: number): void {
  if (row.shape === '') {
    const cells = line._data;
    for (let cell = from; cell < to; cell++)
      cells[(at + cell - from) * wordsPerCell] = row.text.charCodeAt(cell) | blankCell;
  } else unpackShaped(row, from, to, line, at);
  if (row.uncertain) markUncertain(line as BufferLine);
  if (row.styles !== '') unpackStyles(row, from, to, line, at);
}

/** A line with writable fields. */
interface MutableLine {
  isWrapped: boolean;
  readonly length: number;
  readonly _data: Uint32Array;
  readonly _combined: { [col: number]: string };
  readonly _extendedAttrs: { [col: number]: ExtendedAttrs | undefined };
}

function unpackShaped(row: PackedRow, from: number, to: number, line: MutableLine, at: number): void {
  let cell = 0;
  let unit = 0;
  for (let char = 0; char < row.shape.length && cell < to; char++) {
    const shape = row.shape.charCodeAt(char);
    const length = shape & lengthMask;
    const kind = shape & kindMask;
    if (cell >= from) {
      const col = at + cell - from;
      const width = kind === shapeKinds.narrow ? 1 : kind === shapeKinds.loneHalf ? 0 : 2;
      line._data[col * wordsPerCell] = cellContent(row.text, unit, length, line, col) | (width << widthShift);
      if (kind === shapeKinds.wide) line._data[(col + 1) * wordsPerCell] = 0;
    }
    unit += length;
    cell += shapeColumns(shape);
  }
}

function cellContent(text: string, unit: number, length: number, line: MutableLine, col: number): number {
  if (length === 1) return text.charCodeAt(unit);
  const code = text.codePointAt(unit)!;
  if (length === 2 && code > 0xffff) return code;
  line._combined[col] = text.slice(unit, unit + length);
  return 0x200000;
}

export function unpackStyles(
  { styles, extras }: PackedRow,
  from: number,
  to: number,
  line: MutableLine,
  at: number,
): void {
  let start = 0;
  for (let run = 0; run < styles.length && start < to; run += styleUnits) {
    const end = start + styles.charCodeAt(run);
    const fg = styles.charCodeAt(run + 1) | (styles.charCodeAt(run + 2) << 16);
    const bg = styles.charCodeAt(run + 3) | (styles.charCodeAt(run + 4) << 16);
    const extra = extras?.[run / styleUnits];
    for (let cell = Math.max(start, from); cell < Math.min(end, to); cell++) {
      const col = at + cell - from;
      line._data[col * wordsPerCell + 1] = fg;
      line._data[col * wordsPerCell + 2] = bg;
      if (extra) line._extendedAttrs[col] = extra;
    }
    start = end;
  }
}

const shapeColumns = (shape: number): number => ((shape & kindMask) === shapeKinds.wide ? 2 : 1);

/**
 * Pads the row with blank cells up to `to` cells, or drops its last cell, because its line continues in the next row.
 */
export function extendRow(packed: PackedRow, to: number): PackedRow {
  const { text, shape, cells } = packed;
  const more = Math.max(0, to - cells);
  const less = Math.max(0, cells - to);
  return {
    ...packed,
    text: text.slice(0, text.length - less) + '\0'.repeat(more),
    shape: shape === '' ? '' : shape.slice(0, shape.length - less) + narrowShape.repeat(more),
    cells: to,
    content: to,
    stale: false,
  };
}

/** Returns a range of the cells as a packed row. */
export function sliceRow(packed: PackedRow, from: number, to: number): PackedRow {
  const line = createLine(Math.max(1, to - from), packed.wrapped || from > 0);
  unpackRow(packed, from, to, line, 0);
  const { row, col, stale } = packed;
  return { ...packRow(line as BufferLine), row, col, stale };
}

export function createLine(cols: number, isWrapped: boolean): MutableLine {
  const _data = new Uint32Array(cols * wordsPerCell);
  for (let at = 0; at < _data.length; at += wordsPerCell) _data[at] = blankCell;
  return { length: cols, isWrapped, _data, _combined: {}, _extendedAttrs: {} };
}

/** Estimated memory of a row. */
export const packedBytes = ({ text, shape, styles }: PackedRow): number =>
  rowOverhead + text.length * (shape === '' ? 1 : 2) + 2 * (shape.length + styles.length);

/** Upper bound of the memory of a row of this width. */
export const maxRowBytes = (cols: number): number =>
  rowOverhead + cols * 2 * (2 * limits.cellCodePoints + 1 + styleUnits);

const rowOverhead = 160;

/** Columns of the first character; 0 for an empty row. */
export const firstCharacterWidth = ({ shape, cells }: PackedRow): number =>
  cells === 0 ? 0 : shape === '' ? 1 : shapeColumns(shape.charCodeAt(0));

/** A position in rows of a given width. A column past the last one means that the next character starts a new row. */
export interface RowPosition {
  row: number;
  col: number;
}

/**
 * Lays out the first `end` cells of a row from a position on. Stops at `cell`, or at the first cell of `row`. Returns
 * the index of that cell. `reach` is then its position, or the end of the row.
 */
export function wrapRow(
  packed: PackedRow,
  reach: RowPosition,
  cols: number,
  end: number,
  { cell = end, row = Number.POSITIVE_INFINITY }: { cell?: number; row?: number } = {},
): number {
  if (packed.shape !== '') return wrapShapedRow(packed, reach, cols, end, cell, row);
  const stop = Math.max(0, Math.min(cell, end, (row - reach.row) * cols - reach.col));
  const total = reach.col + stop;
  const rows = stop < end ? Math.floor(total / cols) : Math.max(0, Math.ceil(total / cols) - 1);
  reach.row += rows;
  reach.col = total - rows * cols;
  return stop;
}

function wrapShapedRow(
  { shape }: PackedRow,
  reach: RowPosition,
  cols: number,
  end: number,
  stop: number,
  stopRow: number,
): number {
  let cell = 0;
  for (let char = 0; char < shape.length && cell < end; char++) {
    const width = shapeColumns(shape.charCodeAt(char));
    if (reach.col + width > cols) {
      if (reach.row + 1 >= stopRow) return cell;
      reach.row++;
      reach.col = 0;
    }
    if (cell + width > stop) {
      reach.col += stop - cell;
      return stop;
    }
    reach.col += width;
    cell += width;
  }
  return cell;
}
