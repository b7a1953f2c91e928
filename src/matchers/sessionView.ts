/** The view of a session that matchers evaluate. Reading it has no side effects. */
import type { GridSize } from '#platform/pty/size.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { Cell } from '#terminal/cells.ts';
import type { TerminalEvent } from '#terminal/events.ts';
import type { WidthRule } from '#terminal/unicodeWidth.ts';

export interface CellPosition {
  readonly row: number;
  readonly col: number;
}

/** The same text without the line breaks that the terminal inserted by wrapping. */
export interface UnwrappedText {
  readonly text: string;
  /** Converts an offset of `text` to an offset of the view. */
  toViewOffset(offset: number): number;
}

export type TrailingBlanks = 'before the cursor' | 'all';

/** Searchable text. Offsets are UTF-16 units of `text`. */
export interface TextView {
  readonly text: string;
  /** Whether a range may count. A wait that follows an input ignores text that was on the screen before. */
  isEligible(start: number, end: number): boolean;
  /** Undefined if no row is wrapped. */
  unwrapped?(): UnwrappedText | undefined;
  /**
   * The same text with trailing blanks, which rows normally lack: those before the cursor, such as after a prompt, or
   * all. Undefined if that gives the same text.
   */
  withTrailingBlanks?(blanks: TrailingBlanks): TextView | undefined;
  /** The cell at an offset; absent for a transcript. */
  positionAt?(offset: number): CellPosition;
  /** The cells of a range; absent for a transcript. */
  cellsAt?(start: number, end: number): readonly Cell[];
  /** Returns a range of the text with secrets replaced, including secrets that the range only overlaps. */
  redactedText(start: number, end: number, redaction: Redaction): string;
}

/** A part of the screen. Rows count from 0, negative ones from the bottom. Columns are optional. */
export interface SearchArea {
  readonly row: number;
  readonly rows: number;
  readonly col?: number;
  readonly cols?: number;
}

export interface ProgramExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface SessionView {
  /** The session clock, in milliseconds. */
  readonly now: number;
  readonly sequence: number;
  /** The sequence at the start of the wait, or when its input was written. */
  readonly startSequence: number;
  /** False while a wait that follows an input has seen neither a change nor output. */
  readonly hasProgressed: boolean;
  readonly cursor: CellPosition;
  readonly title: TextView | null;
  /** The working directory that the program reported. */
  readonly cwd: TextView | null;
  /** The number of the last terminal event at the start of the wait, or when its input was written. */
  readonly startEvent: number;
  readonly alternateScreen: boolean;
  readonly exit: ProgramExit | null;
  /** The sequence of the last bell; 0 if there was no bell. */
  readonly lastBell: number;
  /** Times of the last visible change and of the last output. Neither is earlier than the input. */
  readonly lastVisibleChange: number;
  readonly lastOutput: number;
  /** The same view without a baseline: text from before the wait counts, too. */
  readonly withoutBaseline: SessionView;
  /** Returns the kept terminal events after a number, oldest first. */
  eventsSince(number: number): readonly TerminalEvent[];
  screen(area?: SearchArea): TextView;
  transcript(): TextView;
  /** A full copy, for evaluation in another thread. */
  screenContext(permissions: ReadonlySet<string>): ScreenContext;
}

/** A session as plugins see it: plain values that can be sent to another thread, with secrets replaced. */
export interface ScreenContext {
  /** All rows, including blank ones, without trailing blanks. */
  readonly rows: readonly string[];
  /**
   * The runs of the rows as JSON, with one line per row. Most plugins read few of them, and a string is cheap to send to
   * another thread.
   */
  readonly runs: string;
  /** Rows that had a character of disputed width written since they were last erased. */
  readonly uncertain: readonly number[];
  /** Rows that continue a wrapped row above. */
  readonly wrapped: readonly number[];
  /** The width rule for counting columns. */
  readonly widths: WidthRule;
  readonly size: GridSize;
  readonly cursor: { readonly row: number; readonly col: number; readonly visible: boolean };
  readonly sequence: number;
  readonly title: string | null;
  readonly bells: number;
  readonly alternateScreen: boolean;
  readonly modes: Readonly<Record<string, unknown>>;
  /** Milliseconds since the last visible change. */
  readonly stableMs: number;
  readonly exit: ProgramExit | null;
  /** The end of the transcript, and the cursors of its start and its end. */
  readonly transcript: string;
  readonly transcriptStart: number;
  readonly transcriptCursor: number;
  readonly markers: Readonly<Record<string, number>>;
  /** Terminal events since the plugin last read them. */
  readonly events: readonly TerminalEvent[];
  /** Rows that have scrolled off the main screen since the plugin last read them, and how many older ones are missing. */
  readonly scrolled: { readonly rows: readonly string[]; readonly lost: number };
}
