/** How what a program writes next will be drawn: where the cursor is, the pen, margins, tab stops and the like. */
import type { Style } from './cells.ts';
import type { Screen } from './screen.ts';
import { type LinkTo, styleOf } from './style.ts';
import { type Attributes, bgFlag, openEmulator, type Buffer as Page } from './xterm.ts';

export interface Pen {
  readonly style: Style;
  /** Not erased by what erases selectively. */
  readonly guarded: boolean;
}

/** What is kept of a cursor, to be restored. */
export interface SavedCursor {
  readonly row: number;
  readonly col: number;
  readonly pen: Pen;
  readonly charset: string;
}

/** What each of the two screens has for itself. */
export interface PageStanding {
  readonly saved: SavedCursor;
  /** The first row and the last of what scrolls. */
  readonly margins: { readonly top: number; readonly bottom: number };
  /** Columns; nothing where they are as they come. */
  readonly tabs: readonly number[] | undefined;
}

export interface Standing extends PageStanding {
  readonly row: number;
  readonly col: number;
  /** The last column has been written: the next character goes to the next row. */
  readonly wraps: boolean;
  readonly pen: Pen;
  /** The final characters that chose G0 to G3, and which of them is in use. */
  readonly charsets: readonly string[];
  readonly level: number;
  readonly origin: boolean;
  readonly insert: boolean;
  readonly newLine: boolean;
  readonly wraparound: boolean;
  readonly reverseWraparound: boolean;
}

export function standingOf({ emulator, size, cursor }: Screen, linkTo: LinkTo): Standing {
  const { buffers, coreService, optionsService } = emulator.core;
  const { active } = buffers;
  const { charset, glevel: level, _charsets: sets } = emulator.input._charsetService;
  // A cursor that was restored brings its own, whatever was chosen since.
  const inUse = (at: number) => (at === level ? charset : sets[at]);
  const { origin, wraparound, reverseWraparound } = coreService.decPrivateModes;
  return {
    row: cursor.row,
    col: cursor.col,
    wraps: active.x >= size.cols,
    pen: penOf(emulator.input._curAttrData, linkTo),
    ...pageStanding(active, size.cols, linkTo),
    charsets: [0, 1, 2, 3].map((at) => letterOf(inUse(at))),
    level,
    origin,
    insert: coreService.modes.insertMode,
    newLine: optionsService.rawOptions.convertEol,
    wraparound,
    reverseWraparound,
  };
}

/** What the main screen has kept while the alternate one is shown. */
export const mainStandingOf = ({ emulator, size }: Screen, linkTo: LinkTo): PageStanding =>
  pageStanding(emulator.core.buffers.normal, size.cols, linkTo);

const pageStanding = (page: Page, cols: number, linkTo: LinkTo): PageStanding => ({
  saved: savedIn(page, cols, linkTo),
  margins: { top: page.scrollTop, bottom: page.scrollBottom },
  tabs: unusualTabs(page, cols),
});

const savedIn = (buffer: Page, cols: number, linkTo: LinkTo): SavedCursor => ({
  row: Math.max(0, buffer.savedY - buffer.ybase),
  col: Math.min(buffer.savedX, cols - 1),
  pen: penOf(buffer.savedCurAttrData, linkTo),
  charset: letterOf(buffer.savedCharset),
});

const penOf = ({ fg, bg, extended }: Attributes, linkTo: LinkTo): Pen => ({
  style: styleOf(fg, bg, extended, linkTo),
  guarded: (bg & bgFlag.guarded) !== 0,
});

function unusualTabs({ tabs }: Page, cols: number): readonly number[] | undefined {
  const set = Object.keys(tabs)
    .map(Number)
    .filter((col) => col < cols);
  const usual = set.length === Math.ceil(cols / 8) && set.every((col) => col % 8 === 0);
  return usual ? undefined : set;
}

let letters: Map<object | undefined, string> | undefined;

/** The package keeps tables, the same for all terminals; which letter stands for which is asked of one. */
function letterOf(charset: object | undefined): string {
  letters ??= askLetters();
  return letters.get(charset) ?? 'B';
}

function askLetters(): Map<object | undefined, string> {
  const emulator = openEmulator({ cols: 2, rows: 1, scrollback: 1 });
  const found = new Map<object | undefined, string>();
  for (const letter of '0A4CRQKYEZH7=') {
    emulator.parse(Buffer.from(`\x1b(${letter}`));
    found.set(emulator.input._charsetService.charset, letter);
  }
  emulator.dispose();
  return found.set(undefined, 'B');
}
