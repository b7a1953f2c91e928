/**
 * Another size for the emulator. Lines are wrapped anew, that of the cursor too: the package leaves out that one, whose
 * end is lost then, or wraps it and leaves the cursor somewhere. So the cursor is put behind what it stood behind.
 */
import { limits } from '../limits.ts';
import type { Size } from '../size.ts';
import { cutRows } from './repairs.ts';
import { type Buffer, cellWidth, cellWords, contentMask, type Emulator, type Line, words } from './xterm.ts';

/** How far the cursor is in its line, as if that had one row. */
interface Reach {
  /** Stays on the first row of the line, wherever that goes. */
  readonly marker: ReturnType<Buffer['addMarker']>;
  readonly cells: number;
}

/** The cursor, and the one that the program has saved, as it does before it shows another screen. */
export function resizeEmulator(emulator: Emulator, { rows, cols }: Size): void {
  const { normal } = emulator.core.buffers;
  const cursor = reachOf(normal, normal.ybase + normal.y, normal.x);
  const saved = reachOf(normal, normal.savedY, normal.savedX);
  withoutHugeLines(emulator, cols, () => emulator.resize(cols, rows));
  const at = placeOf(normal, cursor, cols);
  if (at && at.line >= normal.ybase && at.line < normal.ybase + rows) {
    normal.x = at.col;
    normal.y = at.line - normal.ybase;
  }
  const back = placeOf(normal, saved, cols);
  if (back) [normal.savedX, normal.savedY] = [back.col, back.line];
  for (const { marker } of [cursor, saved]) marker.dispose();
}

function reachOf(buffer: Buffer, line: number, col: number): Reach {
  const { lines } = buffer;
  let first = Math.min(line, lines.length - 1);
  let cells = col;
  while (first > 0 && lines.get(first)?.isWrapped) {
    cells += lengthBefore(lines.get(first - 1)!, lines.get(first)!);
    first -= 1;
  }
  return { marker: buffer.addMarker(first), cells };
}

/** Undefined when what it stood on has been dropped. */
function placeOf({ lines }: Buffer, { marker, cells }: Reach, cols: number) {
  if (marker.line < 0) return undefined;
  let line = marker.line;
  let left = cells;
  for (let next = lines.get(line + 1); next?.isWrapped; next = lines.get(line + 1)) {
    const length = lengthBefore(lines.get(line)!, next);
    if (left < length) break;
    left -= length;
    line += 1;
  }
  // Behind the last column it waits for a wrap, but only where something stands before it.
  const waits = left === cols && !isEmpty(lines.get(line)!, cols - 1);
  return { line, col: waits ? cols : Math.min(left, cols - 1) };
}

/** The package puts all new rows of a line in at once, as arguments of one call: of more than these it has no room. */
function withoutHugeLines({ core }: Emulator, cols: number, resize: () => void): void {
  const { rawOptions } = core.optionsService;
  const { windowsMode } = rawOptions;
  const huge = longestLine(core.buffers.normal) / cols > limits.reflowedRows;
  rawOptions.windowsMode = windowsMode || huge;
  try {
    resize();
  } finally {
    rawOptions.windowsMode = windowsMode;
  }
  if (huge) cutRows(core.buffers.normal, cols);
}

/** In cells. */
function longestLine({ lines }: Buffer): number {
  let longest = 0;
  let length = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines.get(at)!;
    length = line.isWrapped ? length + line.length : line.length;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** A wide character that has no room at the end of a row leaves a cell empty there. */
function lengthBefore(line: Line, next: Line): number {
  const last = line.length - 1;
  return cellWidth(next, 0) === 2 && isEmpty(line, last) ? last : line.length;
}

const isEmpty = (line: Line, col: number) =>
  cellWidth(line, col) === 1 && (words(line)[col * cellWords]! & contentMask) === 0;
