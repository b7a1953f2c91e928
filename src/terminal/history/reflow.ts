/**
 * Resizes the emulator and reflows the main screen. The package would rewrap lines without the part that has scrolled
 * off. So all rows move to the scrollback buffer, and the last ones return at the new width. The cursor stays after
 * the same character.
 */
import type { GridSize, Size } from '#platform/pty/size.ts';
import {
  type BufferLine,
  cellWidth,
  contentMask,
  type Emulator,
  lineWords,
  type ScreenBuffer,
  wordsPerCell,
} from '../xterm.ts';
import { createLine } from './packedRow.ts';
import type { Scrollback } from './scrollback.ts';

/** A position to keep: the cursor, or the cursor that the program saved (also by switching to the alternate screen). */
interface CursorMark {
  row: number;
  col: number;
}

export function resizeEmulator(emulator: Emulator, archive: Scrollback, { rows, cols }: Size): void {
  const { normal } = emulator.core.buffers;
  const marks: readonly [CursorMark, CursorMark] = [
    { row: normal.y, col: normal.x },
    { row: normal.savedY, col: normal.savedX },
  ];
  let lines = resizeRows(bufferLines(normal), archive, marks, rows);
  if (cols !== normal._cols) lines = resizeColumns(lines, archive, marks, { rows, cols });
  archive.trim();
  clearBuffer(normal, rows, cols);
  emulator.resize(cols, rows);
  fillBuffer(emulator, lines, rows);
  [normal.x, normal.y] = clampCursor(normal, marks[0], rows, cols);
  if (normal.savedX !== 0 || normal.savedY !== 0)
    [normal.savedX, normal.savedY] = clampCursor(normal, marks[1], rows, cols);
}

const bufferLines = ({ lines }: ScreenBuffer): BufferLine[] =>
  Array.from({ length: lines.length }, (_, row) => lines.get(row)!);

/**
 * Removes rows below the cursor first; further rows scroll off. Added rows come from the scrollback if the cursor is
 * in the last row.
 */
function resizeRows(
  lines: readonly BufferLine[],
  archive: Scrollback,
  marks: readonly [CursorMark, CursorMark],
  rows: number,
): BufferLine[] {
  const below = lines.length - 1 - marks[0].row;
  const added = rows - lines.length;
  if (added > 0) {
    const back = below === 0 ? archive.takeNewest(Math.min(added, archive.length)) : [];
    for (const mark of marks) mark.row += back.length;
    const blank = Array.from(
      { length: added - back.length },
      () => createLine(lines[0]!.length, false) as BufferLine,
    );
    return [...back, ...lines, ...blank];
  }
  const cut = Math.min(-added, below);
  const off = -added - cut;
  for (const line of lines.slice(0, off)) archive.append(line);
  for (const mark of marks) mark.row -= off;
  return lines.slice(off, lines.length - cut);
}

/** The last rows stay at the bottom. If nothing has scrolled off, the first rows stay at the top while they fit. */
function resizeColumns(
  lines: readonly BufferLine[],
  archive: Scrollback,
  marks: readonly [CursorMark, CursorMark],
  { rows, cols }: GridSize,
): BufferLine[] {
  const scrolled = archive.length > 0;
  for (const line of lines) archive.append(line);
  archive.rewrap(cols);
  const places = marks.map(({ row, col }) =>
    row >= 0 && row < lines.length ? archive.positionOf(lines.length - row, col) : undefined,
  );
  const cursor = places[0]?.row ?? 0;
  while (!scrolled && archive.length > rows && archive.next - 1 > cursor && archive.endsBlank)
    archive.takeNewest(1);
  const taken = archive.takeNewest(Math.min(rows, archive.length));
  for (const [at, mark] of marks.entries()) {
    const place = places[at];
    if (place) Object.assign(mark, { row: place.row - archive.next, col: place.col });
  }
  return taken;
}

/** Empties the buffer, so that the package wraps, moves and cuts nothing. */
function clearBuffer(buffer: ScreenBuffer, rows: number, cols: number): void {
  buffer._rows = rows;
  buffer._cols = cols;
  buffer.lines.length = 0;
  buffer.lines.maxLength = rows;
}

function fillBuffer({ core, input }: Emulator, lines: readonly BufferLine[], rows: number): void {
  const { normal } = core.buffers;
  const blank = input._curAttrData.clone();
  blank.fg = 0;
  blank.bg = 0;
  for (let row = 0; row < rows; row++) {
    const line = lines[row];
    if (line?.copyFrom) normal.lines.push(line);
    else normal.lines.push(normal.getBlankLine(blank));
    if (line && !line.copyFrom) normal.lines.get(row)!.copyFrom(line);
  }
}

/** Keeps a pending wrap only if the last column is not empty. */
function clampCursor(
  { lines }: ScreenBuffer,
  { row, col }: CursorMark,
  rows: number,
  cols: number,
): [number, number] {
  const y = Math.max(0, Math.min(row, rows - 1));
  const waits = col === cols && !isEmptyCell(lines.get(y)!, cols - 1);
  return [waits ? cols : Math.min(col, cols - 1), y];
}

const isEmptyCell = (line: BufferLine, col: number) =>
  cellWidth(line, col) === 1 && (lineWords(line)[col * wordsPerCell]! & contentMask) === 0;
