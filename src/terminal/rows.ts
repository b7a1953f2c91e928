/**
 * The rows of the emulator: as text, as styled runs and as cells, and which cells were written since a moment.
 *
 * Long because each of these reads the same cells of the buffer.
 */
import { type Cell, type CellRun, type CompactRun, createCell, type Style } from './cells.ts';
import type { Screen } from './screen.ts';
import type { CellMask } from './screenRedaction.ts';
import { differsFromCodePointWidth, isRegionalIndicator } from './unicodeWidth.ts';
import {
  type BufferLine,
  bgFlags,
  cellWidth,
  codePointMask,
  combinedText,
  contentMask,
  decodeColor,
  type ExtendedAttrs,
  extendedAttrsAt,
  fgFlags,
  isCombined,
  lineWords,
  staleBit,
  underlineColor,
  underlineStyle,
  withoutStaleBit,
  wordsPerCell,
} from './xterm.ts';

/** A row of a screen. */
export interface ScreenRowText {
  /** Blanks at the right end may be omitted. */
  readonly text: string;
  /** The emulator wrapped the previous row into this one. */
  readonly wrapped: boolean;
  /** The last column contains a character, so the program may have wrapped the text itself. */
  readonly full: boolean;
}

const space = 0x20;

/** The row being read: as 16-bit units, and as bytes. If the bytes are enough, the string takes half the memory. */
let units = new Uint16Array(512);
let unitBytes = Buffer.from(units.buffer);
let bytes = Buffer.alloc(512);

/** Reads a row as text: one column after another, blank cells as spaces, without trailing blanks. */
export function readRow(line: BufferLine): ScreenRowText {
  const cols = line.length;
  const end = trimmedColumns(line);
  const cells = lineWords(line);
  let size = 0;
  let widest = 0;
  for (let col = 0; col < end; ) {
    const content = cells[col * wordsPerCell]!;
    const codePoint = content & codePointMask || space;
    if (size + 2 > units.length) growBuffers(2);
    if (isCombined(content)) size = appendText(combinedText(line, col), size);
    else size = appendCodePoint(codePoint, size);
    widest |= isCombined(content) ? 0xffff : codePoint;
    col += cellWidth(line, col) || 1;
  }
  const text =
    widest < 0x100 ? bytes.toString('latin1', 0, size) : unitBytes.toString('utf16le', 0, 2 * size);
  return { text, wrapped: line.isWrapped, full: end === cols && cols > 0 };
}

/** The end of the row's text: one past the last column that holds more than a space. */
function trimmedColumns(line: BufferLine): number {
  for (let col = line.length - 1; col >= 0; col--) {
    const content = lineWords(line)[col * wordsPerCell]!;
    if ((content & contentMask) !== 0 && (content & contentMask) !== space)
      return col + (cellWidth(line, col) || 1);
  }
  return 0;
}

/** Whether the last cell was written, even with a blank. */
export const isLastCellWritten = (line: BufferLine): boolean =>
  (lineWords(line)[(line.length - 1) * wordsPerCell]! & contentMask) !== 0;

function appendText(text: string, size: number): number {
  if (size + text.length > units.length) growBuffers(text.length);
  for (let at = 0; at < text.length; at++) units[size + at] = text.charCodeAt(at);
  return size + text.length;
}

function appendCodePoint(codePoint: number, size: number): number {
  if (codePoint < 0x10000) {
    units[size] = codePoint;
    bytes[size] = codePoint;
    return size + 1;
  }
  units[size] = 0xd7c0 + (codePoint >> 10);
  units[size + 1] = 0xdc00 + (codePoint & 0x3ff);
  return size + 2;
}

function growBuffers(by: number): void {
  const large = new Uint16Array(2 * units.length + by);
  large.set(units);
  units = large;
  unitBytes = Buffer.from(units.buffer);
  bytes = Buffer.concat([bytes], large.length);
}

/** Returns the column of each UTF-16 unit of the row's text, and at the end the column after it. */
export function columnsByOffset(line: BufferLine): readonly number[] {
  const columns: number[] = [];
  const end = trimmedColumns(line);
  let col = 0;
  while (col < end) {
    const content = lineWords(line)[col * wordsPerCell]!;
    const codePoint = content & codePointMask;
    const length = isCombined(content) ? combinedText(line, col).length : codePoint > 0xffff ? 2 : 1;
    for (let unit = 0; unit < length; unit++) columns.push(col);
    col += cellWidth(line, col) || 1;
  }
  columns.push(col);
  return columns;
}

/** The offset of the first character at or after a column, in a text whose columns are those of `columnsByOffset`. */
export function offsetOfColumn(columns: readonly number[], col: number): number {
  const offset = columns.findIndex((one) => one >= col);
  return offset < 0 ? columns.length - 1 : offset;
}

/** Joins rows, without blank rows at the end. */
export function joinRows(texts: readonly string[]): string {
  let end = texts.length;
  while (end > 0 && texts[end - 1] === '') end--;
  return texts.slice(0, end).join('\n');
}

/** Returns the redacted target of a hyperlink; undefined hides the link. */
export type ResolveLink = (id: number) => string | undefined;

const defaultStyle: Style = {};

/** Boolean attributes of a cell: name, SGR code, and flag bits in the foreground and the background word. */
export const sgrAttributes = [
  ['bold', '1', fgFlags.bold, 0],
  ['faint', '2', 0, bgFlags.faint],
  ['italic', '3', 0, bgFlags.italic],
  ['blink', '5', fgFlags.blink, 0],
  ['inverse', '7', fgFlags.inverse, 0],
  ['invisible', '8', fgFlags.invisible, 0],
  ['strikethrough', '9', fgFlags.strikethrough, 0],
  ['overline', '53', 0, bgFlags.overline],
] as const;

/** Decodes the style of a cell. Only attributes that are set are included. */
export function cellStyle(
  fg: number,
  bg: number,
  extra: ExtendedAttrs | undefined,
  linkTo: ResolveLink,
): Style {
  if (fg === 0 && withoutStaleBit(bg) === 0) return defaultStyle;
  const style: Style = {};
  const foreground = decodeColor(fg);
  const back = decodeColor(bg);
  if (foreground !== undefined) style.fg = foreground;
  if (back !== undefined) style.bg = back;
  for (const [name, , inFg, inBg] of sgrAttributes)
    if ((fg & inFg) !== 0 || (bg & inBg) !== 0) style[name] = true;
  if (fg & fgFlags.underline) style.underline = underlineStyle(extra);
  const line = style.underline && underlineColor(extra);
  if (line !== undefined) style.underline_color = line;
  const link = extra?.urlId ? linkTo(extra.urlId) : undefined;
  if (link !== undefined) style.link = link;
  return style;
}

/** Whether two cells have the same underline style, underline colour and link. */
function sameExtendedAttrs(a: ExtendedAttrs | undefined, b: ExtendedAttrs | undefined): boolean {
  return a === b || (a?._ext === b?._ext && a?.urlId === b?.urlId);
}

/** Adjacent cells of the same style: their columns and style words. */
interface CellSpan {
  readonly start: number;
  readonly end: number;
  readonly fg: number;
  readonly bg: number;
  readonly extra: ExtendedAttrs | undefined;
  /** The cells hide a secret. */
  readonly masked: boolean;
}

/** Reads a row as runs of the same style. Trailing blanks of the default style are omitted. */
export function rowRuns(
  line: BufferLine,
  mask: CellMask | undefined,
  from: number,
  to: number,
  linkTo: ResolveLink,
): CellRun[] {
  return cellSpans(line, mask, from, to).map((stretch) => ({
    col: stretch.start,
    width: stretch.end - stretch.start,
    text: spanText(line, mask, stretch),
    ...spanStyle(stretch, linkTo),
  }));
}

function cellSpans(line: BufferLine, mask: CellMask | undefined, from: number, to: number): CellSpan[] {
  const cells = lineWords(line);
  const last = visibleEnd(line, mask, from, to);
  const stretches: CellSpan[] = [];
  let col = from;
  while (col < last) {
    const start = col;
    const fg = cells[col * wordsPerCell + 1]!;
    const bg = withoutStaleBit(cells[col * wordsPerCell + 2]!);
    const hidden = mask?.[col] !== undefined;
    const extra = styledAttrsAt(line, col, bg);
    const alone = !hidden && isSeparateRun(line, col);
    do col += columnCount(line, col, hidden, last);
    while (
      col < last &&
      !alone &&
      !isSeparateRun(line, col) &&
      cells[col * wordsPerCell + 1] === fg &&
      withoutStaleBit(cells[col * wordsPerCell + 2]!) === bg &&
      (mask?.[col] !== undefined) === hidden &&
      ((bg & bgFlags.extended) === 0 || sameExtendedAttrs(styledAttrsAt(line, col, bg), extra))
    );
    stretches.push({ start, end: col, fg, bg, extra, masked: hidden });
  }
  return stretches;
}

/**
 * A cluster is a separate run if counting its code points gives another width. Clients that count code points then
 * see that it is one cell, and how wide it is.
 */
function isSeparateRun(line: BufferLine, col: number): boolean {
  const content = lineWords(line)[col * wordsPerCell]!;
  if (isCombined(content)) return differsFromCodePointWidth(combinedText(line, col), cellWidth(line, col));
  return cellWidth(line, col) === 2 && isRegionalIndicator(content & codePointMask);
}

function spanText(line: BufferLine, mask: CellMask | undefined, { start, end, masked }: CellSpan): string {
  let text = '';
  for (let col = start; col < end; col += columnCount(line, col, masked, end))
    text += cellText(line, col, lineWords(line)[col * wordsPerCell]!, mask);
  return text;
}

const spanStyle = ({ fg, bg, extra, masked }: CellSpan, linkTo: ResolveLink): Style =>
  cellStyle(fg, bg, extra, masked ? noLink : linkTo);

const columnCount = (line: BufferLine, col: number, hidden: boolean, end: number): number =>
  hidden ? 1 : Math.min(cellWidth(line, col) || 1, end - col);

const noLink: ResolveLink = () => undefined;

const styledAttrsAt = (line: BufferLine, col: number, bg: number): ExtendedAttrs | undefined =>
  bg & bgFlags.extended ? extendedAttrsAt(line, col) : undefined;

/** The text of a range of columns. Secrets are masked, and blank cells are spaces. */
export function columnsText(line: BufferLine, mask: CellMask | undefined, from: number, to: number): string {
  let text = '';
  for (let col = from; col < Math.min(to, line.length); col++)
    if (mask?.[col] !== undefined || cellWidth(line, col) > 0)
      text += cellText(line, col, lineWords(line)[col * wordsPerCell]!, mask);
  return text.trimEnd();
}

export function cellText(line: BufferLine, col: number, content: number, mask: CellMask | undefined): string {
  const instead = mask?.[col];
  if (instead !== undefined) return instead;
  if (isCombined(content)) return combinedText(line, col);
  const codePoint = content & codePointMask;
  return codePoint === 0 ? ' ' : String.fromCodePoint(codePoint);
}

function visibleEnd(line: BufferLine, mask: CellMask | undefined, from: number, to: number): number {
  const cells = lineWords(line);
  for (let col = Math.min(to, line.length) - 1; col >= from; col--) {
    const isStyled =
      cells[col * wordsPerCell + 1]! !== 0 || withoutStaleBit(cells[col * wordsPerCell + 2]!) !== 0;
    const isVisible = mask?.[col] === undefined ? hasVisibleContent(line, col) : mask[col] !== ' ';
    if (isStyled || isVisible) return col + 1;
  }
  return from;
}

/** The second column of a wide character has no content but belongs to that character. */
function hasVisibleContent(line: BufferLine, col: number): boolean {
  const content = lineWords(line)[col * wordsPerCell]! & contentMask;
  return cellWidth(line, col) === 0 || (content !== 0 && content !== space);
}

/**
 * The styles of one snapshot; the first is the default style. Compact runs refer to a style by its index. They omit
 * text that can be read from the text of the row.
 */
export class StyleTable {
  readonly all: Style[] = [{}];
  readonly #linkTo: ResolveLink;
  /** By foreground word, then by the other style words. */
  readonly #indices = new Map<number, Map<number | string, number>>();

  constructor(linkTo: ResolveLink) {
    this.#linkTo = linkTo;
  }

  indexOf(stretch: CellSpan): number {
    const { fg, bg, extra, masked } = stretch;
    if (fg === 0 && bg === 0) return 0;
    const link = masked ? 0 : extra?.urlId;
    const known = this.#indices.get(fg) ?? new Map<number | string, number>();
    const key = extra ? `${bg},${extra._ext},${link}` : bg;
    const index = known.get(key);
    if (index !== undefined) return index;
    known.set(key, this.all.length);
    this.#indices.set(fg, known);
    return this.all.push(spanStyle(stretch, this.#linkTo)) - 1;
  }
}

export function compactRuns(
  line: BufferLine,
  mask: CellMask | undefined,
  from: number,
  to: number,
  styles: StyleTable,
): CompactRun[] {
  // The client takes the text of these runs from the text of the row.
  const isTextKnown = mask === undefined && isOneUnitPerColumn(line, from, to);
  const runs: CompactRun[] = [];
  for (const stretch of cellSpans(line, mask, from, to)) {
    const { start, end } = stretch;
    const style = styles.indexOf(stretch);
    if (!isTextKnown) runs.push([start, end - start, style, spanText(line, mask, stretch)]);
    else if (style !== 0) runs.push([start, end - start, style]);
  }
  return runs;
}

/** Whether each column of the row holds exactly one UTF-16 unit. */
function isOneUnitPerColumn(line: BufferLine, from: number, to: number): boolean {
  const cells = lineWords(line);
  const end = Math.min(to, line.length);
  for (let col = from; col < end; col++)
    if (cells[col * wordsPerCell]! >>> 16 !== singleUnitContent) return false;
  return true;
}

/** The upper half of the content word of such a cell: one column, not combined, code point below 0x10000. */
const singleUnitContent = 0x40;

/** Reads a row as one object per cell. */
export function rowCells(
  line: BufferLine,
  mask: CellMask | undefined,
  from: number,
  to: number,
  linkTo: ResolveLink,
): Cell[] {
  const row: Cell[] = [];
  for (let col = from; col < Math.min(to, line.length); col++) row.push(cellAt(line, col, mask, linkTo));
  return row;
}

function cellAt(line: BufferLine, col: number, mask: CellMask | undefined, linkTo: ResolveLink): Cell {
  const cells = lineWords(line);
  const content = cells[col * wordsPerCell]!;
  const bg = cells[col * wordsPerCell + 2]!;
  const hidden = mask?.[col];
  const extra = bg & bgFlags.extended ? extendedAttrsAt(line, col) : undefined;
  const style = cellStyle(cells[col * wordsPerCell + 1]!, bg, extra, hidden === undefined ? linkTo : noLink);
  const char = hidden ?? (cellWidth(line, col) === 0 ? '' : cellText(line, col, content, undefined));
  const width = hidden === undefined ? cellWidth(line, col) : mask?.[col + 1] === '' ? 2 : 1;
  return createCell(char, char === '' ? 0 : width, style);
}

/**
 * Separates the cells written since its creation from older ones. This works after they scroll, and if the same text
 * is written again. Costs one pass over the cells at creation and nothing during parsing.
 */
export class DirtyRows {
  readonly #screen: Screen;
  readonly #active: Set<DirtyRows>;
  /** Cells that were fresh when a later tracker started and marked all cells as stale. */
  readonly #savedFresh = new Map<BufferLine, Uint8Array>();

  constructor(screen: Screen, others: Set<DirtyRows>) {
    this.#screen = screen;
    this.#active = others;
    const lines = linesOfBothBuffers(screen);
    for (const other of others) other.#saveFresh(lines);
    for (const line of lines) markStale(line);
    others.add(this);
  }

  /** Whether the program has written any cell in these columns of a row. `to` is exclusive. */
  wrote(row: number, from = 0, to = this.#screen.size.cols): boolean {
    const line = this.#screen.line(row);
    const kept = this.#savedFresh.get(line);
    for (let col = from; col < Math.min(to, line.length); col++)
      if (isFreshCell(line, col) || kept?.[col]) return true;
    return false;
  }

  dispose(): void {
    this.#active.delete(this);
    this.#savedFresh.clear();
  }

  #saveFresh(lines: readonly BufferLine[]): void {
    for (const line of lines) {
      const before = this.#savedFresh.get(line);
      this.#savedFresh.set(
        line,
        Uint8Array.from({ length: line.length }, (_, col) =>
          isFreshCell(line, col) || before?.[col] ? 1 : 0,
        ),
      );
    }
  }
}

const isFreshCell = (line: BufferLine, col: number) =>
  (lineWords(line)[col * wordsPerCell + 2]! & staleBit) === 0;

/** Marks the cells from a column on as existing before a wait began. */
export function markStale(line: BufferLine, from = 0): void {
  const cells = lineWords(line);
  for (let at = from * wordsPerCell + 2; at < cells.length; at += wordsPerCell) cells[at]! |= staleBit;
}

/** Lines of both buffers: a program may leave the alternate screen and reveal old text. */
function linesOfBothBuffers({ emulator, size }: Screen): readonly BufferLine[] {
  const { normal, alt } = emulator.core.buffers;
  return [normal, alt].flatMap(({ lines, ybase }) =>
    Array.from({ length: size.rows }, (_, row) => lines.get(ybase + row)).filter(
      (line) => line !== undefined,
    ),
  );
}
