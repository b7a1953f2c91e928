/**
 * Serializes the program's screens and terminal state. A terminal that receives the result continues with the
 * program's raw output.
 */
import { limits } from '#limits.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { formatSgr, replaceControls } from '#terminal/ansi.ts';
import type { CellRun } from '#terminal/cells.ts';
import type { Screen } from '#terminal/screen.ts';
import { createLinkResolver, readHistory } from '#terminal/screenReader.ts';
import {
  type BufferState,
  captureMainBufferState,
  captureTerminalState,
  type SavedCursor,
  type TerminalPen,
  type TerminalState,
} from '#terminal/terminalState.ts';
import { VtTokenizer } from '#terminal/vtTokenizer.ts';
import { createProgramFrame, type ScreenFrame } from './frame.ts';
import { renderFrameDiff } from './frameDiff.ts';
import { renderRow, splitRun } from './rowText.ts';

/** Must be written last. `rows` are on the screen. With `again`, the terminal is not in its initial state. */
function serializeTerminalState(state: TerminalState, rows: ScreenRows, again: boolean): string {
  const { saved, origin, insert, newLine, wraparound, reverseWraparound } = state;
  return [
    tabStopSequences(state, again),
    `${savedCursorSequence(saved, 0, rows)}\x1b7\x1b[0m\x1b[0"q${plainCharsets}${modeSequence('?6', false)}`,
    marginSequence(state),
    columnMarginSequence(state),
    modeSequence('?6', origin),
    cursorPosition(state),
    pendingWrapSequence(state, rows),
    modeSequence('?7', wraparound),
    charsetSequences(state),
    modeSequence('4', insert),
    modeSequence('20', newLine),
    modeSequence('?45', reverseWraparound),
    penSequence(state.pen),
  ].join('');
}

/** For the main screen behind the alternate screen. The terminal saves the cursor itself when it switches. */
const serializeInactiveScreen = (left: BufferState, rows: ScreenRows, again: boolean): string =>
  `${tabStopSequences(left, again)}${marginSequence(left)}${savedCursorSequence(left.saved, left.margins.top, rows)}`;

/** `top` is the first scrolling row. Rows count from it in origin mode. */
const savedCursorSequence = (saved: SavedCursor, top: number, rows: ScreenRows): string => {
  const { row, col, origin, pen } = saved;
  const place = `\x1b[${row - (origin ? top : 0) + 1};${col + 1}H`;
  const wrap = pendingWrapSequence(saved, rows);
  return `${origin ? modeSequence('?6', true) : ''}${place}${wrap}${charsetSequences(saved)}${penSequence(pen)}`;
};

const plainCharsets = '\x1b(B\x1b)B\x1b*B\x1b+B\x0f';

const charsetSequences = ({ charsets, level }: Pick<SavedCursor, 'charsets' | 'level'>): string =>
  charsets.map((letter, at) => (letter === 'B' ? '' : `\x1b${'()*+'[at]}${letter}`)).join('') +
  (shiftSequences[level] ?? '');

const marginSequence = ({ margins: { top, bottom } }: BufferState) => `\x1b[${top + 1};${bottom + 1}r`;

const columnMarginSequence = ({ marginMode, columns }: TerminalState) =>
  `${marginMode ? modeSequence('?69', true) : ''}${columns ? `\x1b[${columns.left + 1};${columns.right + 1}s` : ''}`;

const shiftSequences = ['', '\x0e', '\x1bn', '\x1bo'];

const modeSequence = (mode: string, on: boolean) => `\x1b[${mode}${on ? 'h' : 'l'}`;

function tabStopSequences({ tabs }: BufferState, again: boolean): string {
  if (!tabs && !again) return '';
  const cols = tabs ?? Array.from({ length: 125 }, (_, at) => at * 8);
  return `\x1b[3g${cols.map((col) => `\x1b[1;${col + 1}H\x1bH`).join('')}`;
}

/** In origin mode, rows and columns count from the margins. */
const cursorPosition = ({ row, col, origin, margins, columns }: TerminalState) =>
  `\x1b[${row - (origin ? margins.top : 0) + 1};${col - (origin ? (columns?.left ?? 0) : 0) + 1}H`;

/** Writes the last character of the row again, because no sequence sets a pending wrap. */
const pendingWrapSequence = ({ pendingWrap, row, col }: WrapState, rows: ScreenRows): string =>
  pendingWrap ? `${modeSequence('?7', true)}${pendingWrapText(rows[row] ?? [], col)}` : '';

type WrapState = Pick<SavedCursor, 'pendingWrap' | 'row' | 'col'>;
type ScreenRows = ScreenFrame['rows'];

function pendingWrapText(row: readonly CellRun[], col: number): string {
  const covers = (cells: { readonly col: number; readonly width: number }) =>
    cells.col <= col && col < cells.col + cells.width;
  const run = row.find(covers);
  const last = run && splitRun(run).find(covers);
  if (!run || !last) return ' ';
  const { text } = renderRow([{ ...run, text: last.text, col: 0, width: last.width }]);
  return `${last.width === 2 ? '\b' : ''}${text}`;
}

function penSequence({ style, isProtected }: TerminalPen): string {
  const { link } = style;
  const sgr = formatSgr(style);
  const href = link === undefined ? '' : `\x1b]8;;${replaceControls(link)}\x1b\\`;
  return `${sgr === '' ? '' : `\x1b[${sgr}m`}${href}${isProtected ? '\x1b[1"q' : ''}`;
}

/** Resets margins, pen, origin mode and more on the visible screen. */
const softReset = '\x1b[!p';
const leaveAlternateScreen = '\x1b[?1049l';
const enterAlternateScreen = '\x1b[?1049h';

interface SerializeOptions {
  readonly redaction: Redaction;
  /** The terminal has received a serialization before. */
  readonly repeated: boolean;
  /** Includes the colors that clients have set. */
  readonly chosenColors?: boolean;
}

/** `frame` is a frame of the program's screen. `serializeOpenSequence` serializes an incomplete sequence. */
export function serializeProgram(screen: Screen, frame: ScreenFrame, options: SerializeOptions): string {
  const state = captureTerminalState(screen, createLinkResolver(screen, options.redaction));
  return (
    serializeScreens(screen, frame, options) + serializeTerminalState(state, frame.rows, options.repeated)
  );
}

/** Serializes both screens, independent of earlier content. The state for later output is still missing. */
export function serializeScreens(screen: Screen, frame: ScreenFrame, options: SerializeOptions): string {
  const colors = screen.palette.sequences(options.chosenColors);
  const behind = screen.alternateScreen ? serializeMainScreen(screen, options) : '';
  return leaveAlternateScreen + softReset + colors + behind + renderFrameDiff(undefined, frame);
}

/** The main screen behind the alternate screen. */
function serializeMainScreen(screen: Screen, { redaction, repeated }: SerializeOptions): string {
  const { length, screenRowCount } = screen.scrollback;
  const { rows } = readHistory(screen, {
    start: length,
    count: screenRowCount,
    redaction,
    minOpenSecretChars: limits.unfinishedSecretChars,
  });
  const frame = createProgramFrame(screen, redaction, rows);
  const state = captureMainBufferState(screen, createLinkResolver(screen, redaction));
  return (
    renderFrameDiff(undefined, frame) +
    serializeInactiveScreen(state, frame.rows, repeated) +
    enterAlternateScreen +
    softReset
  );
}

/** Output arrives in pieces. For an incomplete sequence, only the rest will follow. */
export function serializeOpenSequence(output: string, redaction: Redaction): string {
  const tokens = new VtTokenizer({ c1: false, controls: false }).begin(output);
  while (tokens.next());
  if (!tokens.isIncomplete) return '';
  const text = output.slice(tokens.start);
  if (tokens.kind !== 'string' || isHarmless(text, redaction)) return text;
  // Opens a string without content, so the rest of a secret sequence is not printed as text.
  return tokens.final === ']' ? '\x1b]9999;' : '\x1b_';
}

const isHarmless = (text: string, redaction: Redaction): boolean =>
  redaction.text(text) === text &&
  text.length - (redaction.secrets?.findUnfinished(text) ?? text.length) < limits.unfinishedSecretChars;
