import type { RowText } from '../redact/redaction.ts';
import {
  cellWidth,
  cellWords,
  codePointMask,
  combined,
  contentMask,
  isCombined,
  type Line,
  words,
} from './xterm.ts';

export type { RowText };

const space = 0x20;

/** A row being read: as 16 bit units, and as bytes for as long as those are enough, which makes the shorter string. */
let units = new Uint16Array(512);
let unitBytes = Buffer.from(units.buffer);
let bytes = Buffer.alloc(512);

/** A row as text: one column after another, blank cells as spaces, blanks at the right end left out. */
export function readRow(line: Line): RowText {
  const cols = line.length;
  const end = trimmedEnd(line);
  const cells = words(line);
  let size = 0;
  let widest = 0;
  for (let col = 0; col < end; ) {
    const content = cells[col * cellWords]!;
    const codePoint = content & codePointMask || space;
    if (size + 2 > units.length) grow(2);
    if (isCombined(content)) size = append(combined(line, col), size);
    else size = appendCodePoint(codePoint, size);
    widest |= isCombined(content) ? 0xffff : codePoint;
    col += cellWidth(line, col) || 1;
  }
  const text =
    widest < 0x100 ? bytes.toString('latin1', 0, size) : unitBytes.toString('utf16le', 0, 2 * size);
  return { text, wrapped: line.isWrapped, full: end === cols && cols > 0 };
}

/** Where the row's text ends: one past the last column that holds more than a space. */
function trimmedEnd(line: Line): number {
  for (let col = line.length - 1; col >= 0; col--) {
    const content = words(line)[col * cellWords]!;
    if ((content & contentMask) !== 0 && (content & contentMask) !== space)
      return col + (cellWidth(line, col) || 1);
  }
  return 0;
}

/** Something was printed in its last cell, if only a blank. */
export const isWrittenToTheEnd = (line: Line): boolean =>
  (words(line)[(line.length - 1) * cellWords]! & contentMask) !== 0;

function append(text: string, size: number): number {
  if (size + text.length > units.length) grow(text.length);
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

function grow(by: number): void {
  const large = new Uint16Array(2 * units.length + by);
  large.set(units);
  units = large;
  unitBytes = Buffer.from(units.buffer);
  bytes = Buffer.concat([bytes], large.length);
}

/** The column of each UTF-16 unit of the row's text, and at its end the column after it. */
export function columnsOf(line: Line): readonly number[] {
  const columns: number[] = [];
  const end = trimmedEnd(line);
  let col = 0;
  while (col < end) {
    const content = words(line)[col * cellWords]!;
    const codePoint = content & codePointMask;
    const length = isCombined(content) ? combined(line, col).length : codePoint > 0xffff ? 2 : 1;
    for (let unit = 0; unit < length; unit++) columns.push(col);
    col += cellWidth(line, col) || 1;
  }
  columns.push(col);
  return columns;
}

/** Rows joined to a text: blank rows at the end are left out. */
export function joinRows(texts: readonly string[]): string {
  let end = texts.length;
  while (end > 0 && texts[end - 1] === '') end--;
  return texts.slice(0, end).join('\n');
}
