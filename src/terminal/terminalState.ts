/** The state that determines how later output is drawn: cursor, pen, margins, tab stops, character sets and modes. */

import type { Style } from './cells.ts';
import { isWrapPending, savedCursorState } from './emulatorFixes.ts';
import { cellStyle, type ResolveLink } from './rows.ts';
import type { Screen } from './screen.ts';
import {
  type AttributeData,
  bgFlags,
  type ColumnMargins,
  openEmulator,
  type ScreenBuffer as Page,
} from './xterm.ts';

export interface TerminalPen {
  readonly style: Style;
  /** Protected from selective erase. */
  readonly isProtected: boolean;
}

/** The state of a saved cursor. */
export interface SavedCursor {
  readonly row: number;
  readonly col: number;
  readonly pen: TerminalPen;
  readonly charsets: readonly string[];
  readonly level: number;
  readonly origin: boolean;
  /** As in `TerminalState`. */
  readonly pendingWrap: boolean;
}

/** The state that each of the two screens has. */
export interface BufferState {
  readonly saved: SavedCursor;
  /** First and last row of the scroll region. */
  readonly margins: { readonly top: number; readonly bottom: number };
  /** Columns; undefined for the default tab stops. */
  readonly tabs: readonly number[] | undefined;
}

export interface TerminalState extends BufferState {
  readonly row: number;
  readonly col: number;
  /** The last column is written: the next character wraps. */
  readonly pendingWrap: boolean;
  readonly pen: TerminalPen;
  /** The final characters that designated G0 to G3, and the number of the active set. */
  readonly charsets: readonly string[];
  readonly level: number;
  readonly origin: boolean;
  readonly insert: boolean;
  readonly newLine: boolean;
  readonly wraparound: boolean;
  readonly reverseWraparound: boolean;
  /** Whether the program can set left and right margins. */
  readonly marginMode: boolean;
  /** The first and the last column between these margins; undefined without them. */
  readonly columns: Pick<ColumnMargins, 'left' | 'right'> | undefined;
}

export function captureTerminalState({ emulator, size, cursor }: Screen, linkTo: ResolveLink): TerminalState {
  const { buffers, coreService, optionsService } = emulator.core;
  const { active } = buffers;
  const { charset, glevel, _charsets: sets } = emulator.input._charsetService;
  // A restored cursor brings back its character set, even if another one was designated since.
  const inUse = (at: number) => (at === glevel ? charset : sets[at]);
  const { origin, wraparound, reverseWraparound } = coreService.decPrivateModes;
  return {
    row: cursor.row,
    col: cursor.col,
    pendingWrap: isWrapPending(emulator),
    pen: toPen(emulator.input._curAttrData, linkTo),
    ...captureBufferState(active, size.cols, linkTo),
    charsets: [0, 1, 2, 3].map((at) => charsetLetter(inUse(at))),
    level: glevel,
    origin,
    insert: coreService.modes.insertMode,
    newLine: optionsService.rawOptions.convertEol,
    wraparound,
    reverseWraparound,
    marginMode: emulator.marginMode,
    columns: emulator.margins && { left: emulator.margins.left, right: emulator.margins.right },
  };
}

/** The state of the main screen while the alternate screen is active. */
export const captureMainBufferState = ({ emulator, size }: Screen, linkTo: ResolveLink): BufferState =>
  captureBufferState(emulator.core.buffers.normal, size.cols, linkTo);

const captureBufferState = (page: Page, cols: number, linkTo: ResolveLink): BufferState => ({
  saved: captureSavedCursor(page, cols, linkTo),
  margins: { top: page.scrollTop, bottom: page.scrollBottom },
  tabs: customTabStops(page, cols),
});

function captureSavedCursor(buffer: Page, cols: number, linkTo: ResolveLink): SavedCursor {
  const kept = savedCursorState(buffer);
  const { fg, bg, extended } = buffer.savedCurAttrData;
  return {
    row: buffer.savedY,
    col: Math.min(buffer.savedX, cols - 1),
    pen: toPen({ fg, bg, extended: kept?.extended ?? extended }, linkTo),
    charsets: [0, 1, 2, 3].map((at) => charsetLetter(kept?.charsets[at])),
    level: kept?.glevel ?? 0,
    origin: kept?.origin ?? false,
    pendingWrap: kept?.pendingWrapCols === cols,
  };
}

const toPen = (
  { fg, bg, extended }: Pick<AttributeData, 'fg' | 'bg' | 'extended'>,
  linkTo: ResolveLink,
): TerminalPen => ({
  style: cellStyle(fg, bg, extended, linkTo),
  isProtected: (bg & bgFlags.guarded) !== 0,
});

function customTabStops({ tabs }: Page, cols: number): readonly number[] | undefined {
  const set = Object.keys(tabs)
    .map(Number)
    .filter((col) => col < cols);
  const usual = set.length === Math.ceil(cols / 8) && set.every((col) => col % 8 === 0);
  return usual ? undefined : set;
}

let charsetLetters: Map<object | undefined, string> | undefined;

/** The package keeps tables, which all terminals share. A probe terminal finds the letter of each table. */
function charsetLetter(charset: object | undefined): string {
  charsetLetters ??= probeCharsetLetters();
  return charsetLetters.get(charset) ?? 'B';
}

function probeCharsetLetters(): Map<object | undefined, string> {
  const emulator = openEmulator({ cols: 2, rows: 1 });
  const found = new Map<object | undefined, string>();
  for (const letter of '0A4CRQKYEZH7=') {
    emulator.parse(Buffer.from(`\x1b(${letter}`));
    found.set(emulator.input._charsetService.charset, letter);
  }
  emulator.dispose();
  return found.set(undefined, 'B');
}
