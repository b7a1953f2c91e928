/** The rows of the emulator: their text, which cells were written since a moment, and which rows are uncertain. */
import type { ScreenRowText } from '#redaction/redaction.ts';
import type { Screen } from './screen.ts';
import {
  type BufferLine,
  cellWidth,
  codePointMask,
  combinedText,
  contentMask,
  isCombined,
  lineWords,
  staleBit,
  wordsPerCell,
  type XtermCore,
} from './xterm.ts';

export type { ScreenRowText };

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

/**
 * Rows in which a character of disputed width was written since they were last erased: text may not be where the
 * program expects it. The mark is kept with the combined characters of the row. It moves with the row, and disappears
 * when the row is filled or overwritten by a copy.
 */
const markKey = -1;

type MarkStore = { [key: number]: string };

export function markUncertain(line: BufferLine): void {
  (line._combined as MarkStore)[markKey] = '';
}

export const isMarkedUncertain = (line: BufferLine): boolean => line._combined[markKey] !== undefined;

/**
 * A row that continues an uncertain row is uncertain, too. `above` is whether the row before the buffer is uncertain.
 */
export function isUncertain(
  lines: { get(index: number): BufferLine | undefined },
  at: number,
  above: () => boolean,
): boolean {
  for (let index = at; index >= 0; index--) {
    const line = lines.get(index)!;
    if (isMarkedUncertain(line)) return true;
    if (!line.isWrapped) return false;
  }
  return above();
}

interface MarkedLinePrototype {
  replaceCells(this: BufferLine, start: number, end: number, fill: object, unprotected?: boolean): void;
  copyCellsFrom(
    this: BufferLine,
    from: BufferLine,
    srcCol: number,
    destCol: number,
    count: number,
    back: boolean,
  ): void;
}

let prototypesPatched = false;

/** Patches the prototypes once for all terminals: erasing a whole row removes its mark, and a reflow copies marks. */
export function patchUncertainMarks({ buffers }: XtermCore): void {
  if (prototypesPatched) return;
  prototypesPatched = true;
  const lines = Object.getPrototypeOf(buffers.active.lines.get(0)) as MarkedLinePrototype;
  const { replaceCells, copyCellsFrom } = lines;
  lines.replaceCells = function (start, end, fill, unprotected = false) {
    replaceCells.call(this, start, end, fill, unprotected);
    if (start <= 0 && end >= this.length && !unprotected && isMarkedUncertain(this))
      delete (this._combined as MarkStore)[markKey];
  };
  lines.copyCellsFrom = function (from, ...rest) {
    copyCellsFrom.call(this, from, ...rest);
    if (isMarkedUncertain(from)) markUncertain(this);
  };
}
