/** Reads the text of a row. */
import type { ScreenRowText } from '#redaction/redaction.ts';
import {
  type BufferLine,
  cellWidth,
  codePointMask,
  combinedText,
  contentMask,
  isCombined,
  lineWords,
  wordsPerCell,
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

/** Joins rows, without blank rows at the end. */
export function joinRows(texts: readonly string[]): string {
  let end = texts.length;
  while (end > 0 && texts[end - 1] === '') end--;
  return texts.slice(0, end).join('\n');
}
