/** What a matcher is shown: a session as it is now. Pure to look at; nothing here waits or writes. */
import type { Redaction } from '../redact/redaction.ts';
import type { TerminalEvent } from '../screen/events.ts';
import type { Look } from './look.ts';

export interface Place {
  readonly row: number;
  readonly col: number;
}

/** The same text without the breaks that are only the terminal's. */
export interface JoinedText {
  readonly text: string;
  /** Where in the view an offset of it is. */
  place(offset: number): number;
}

export type Blanks = 'before the cursor' | 'all';

/** Text to look in. Offsets are UTF-16 units of `text`. */
export interface TextView {
  readonly text: string;
  /** Whether what stands there may count: a wait that follows an input ignores what was there before it. */
  admits(start: number, end: number): boolean;
  /** Nothing where the terminal broke no line. */
  joined?(): JoinedText | undefined;
  /**
   * The same with blanks behind rows, which else have none: those before the cursor, as a prompt has, or all. Nothing
   * where that is no other text.
   */
  withBlanks?(blanks: Blanks): TextView | undefined;
  /** Where on the screen an offset is; a transcript has no places. */
  place?(offset: number): Place;
  /** What may be told of a stretch of the text: secrets are replaced, also those that it only cuts into. */
  told(start: number, end: number, redaction: Redaction): string;
}

/** A part of the screen: rows counted from 0, negative ones from the bottom; columns likewise optional. */
export interface Area {
  readonly row: number;
  readonly rows: number;
  readonly col?: number;
  readonly cols?: number;
}

export interface Exit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface Moment {
  /** The clock of the session, in milliseconds. */
  readonly now: number;
  readonly sequence: number;
  /** The sequence that a wait counts from: when it began, or when its input was written. */
  readonly began: number;
  /** False while a wait that follows an input has seen neither a change nor any output yet. */
  readonly moved: boolean;
  readonly cursor: Place;
  readonly title: TextView | null;
  /** The working directory that the program told. */
  readonly cwd: TextView | null;
  /** The number of the last event of the terminal when the wait began, or when its input was written. */
  readonly eventsBegan: number;
  readonly alternateScreen: boolean;
  readonly exit: Exit | null;
  /** The sequence at which the bell last rang; 0 when it never did. */
  readonly lastBell: number;
  /** When the screen last looked different, and when the program last wrote anything; not before the input. */
  readonly lastVisibleChange: number;
  readonly lastOutput: number;
  /** The same moment with nothing ignored, whatever was there before. */
  readonly whole: Moment;
  /** Events of the terminal after a number, as far as they are kept, oldest first. */
  eventsSince(number: number): readonly TerminalEvent[];
  screen(area?: Area): TextView;
  transcript(): TextView;
  /** All of it, for those who answer from another thread. */
  look(): Look;
}
