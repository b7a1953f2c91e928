/** What a redaction policy can do to text. Made by `createRedaction` from a policy; pure, so it may be shared. */
import type { Secrets } from './secrets.ts';

export interface RedactionPolicy {
  readonly enabled: boolean;
  /** What stands where a secret was. */
  readonly replacement: string;
  /** Texts that are secrets, wherever they stand. */
  readonly extraLiterals: readonly string[];
  /** Patterns of secrets; the whole of a match is hidden. */
  readonly extraRegexes: readonly string[];
}

/** Half open, in UTF-16 units of the text as it was given. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** What stands there, where it is not the replacement. */
  readonly instead?: string;
}

/** A secret, or the part of one, on one row. */
export interface RowSpan extends Span {
  /** The same secret began on a row above. */
  readonly continued: boolean;
}

/** A row as it stands on a screen. */
export interface RowText {
  /** The row's text; blanks at its right end may be missing. */
  readonly text: string;
  /** The emulator wrapped the previous row into this one. */
  readonly wrapped: boolean;
  /** The last column of the row holds a character: a program may have gone on in the next row by hand. */
  readonly full: boolean;
}

export interface Redaction {
  readonly replacement: string;
  /** What it looks for, for those who redact piece by piece; undefined when nothing is hidden. */
  readonly secrets: Secrets | undefined;
  /**
   * Where secrets stand. The text may hold escape sequences, also inside a secret; spans cover them. `cols`: of the
   * screen that it was written for.
   */
  spans(text: string, cols?: number): readonly Span[];
  /** The text with each span replaced. */
  text(text: string): string;
  /** Where secrets stand on rows, also those that run over several rows: a list of spans for each row. */
  rows(rows: readonly RowText[]): readonly (readonly RowSpan[])[];
  /** Every string inside a JSON value redacted, keys too. */
  value<T>(json: T): T;
}

/** Redacts output as it comes, in any chunks. What might be the start of a secret is held back, bounded. */
export interface RedactionStream {
  /** Takes output, gives what may leave now. */
  push(chunk: string): string;
  /** The output has paused: gives what cannot become a secret any more. */
  pause(): string;
  /** The output has ended: gives the rest. */
  end(): string;
  /** What it would give if the output ended here; it goes on as if nobody had asked. */
  peek(): string;
  /** Characters held back now. */
  readonly held: number;
}
