/** Reads rows of the emulator as styled runs and as cells. */
import { type Cell, type CellRun, type CompactRun, createCell, type Style } from './cells.ts';
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
  underlineColor,
  underlineStyle,
  withoutStaleBit,
  wordsPerCell,
} from './xterm.ts';

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

const space = 0x20;

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
  return isRegionalIndicator(content & codePointMask) && cellWidth(line, col) === 2;
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
