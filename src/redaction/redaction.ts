/** The interfaces of redaction. `createRedaction` creates one from a policy; it has no state and can be shared. */
export interface RedactionPolicy {
  readonly enabled: boolean;
  /** Replaces each secret. */
  readonly replacement: string;
  /** Literal texts to hide. */
  readonly extraLiterals: readonly string[];
  /** Patterns to hide; the whole match is hidden. */
  readonly extraRegexes: readonly string[];
}

/** A half-open range in UTF-16 units of the original text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  /** A replacement other than the default one. */
  readonly instead?: string;
}

/** A secret, or part of one, on one row. */
export interface RowSpan extends TextSpan {
  /** The secret began on a row above. */
  readonly continued: boolean;
}

/** A row of a screen. */
export interface ScreenRowText {
  /** Blanks at the right end may be omitted. */
  readonly text: string;
  /** The emulator wrapped the previous row into this one. */
  readonly wrapped: boolean;
  /** The last column contains a character, so the program may have wrapped the text itself. */
  readonly full: boolean;
}

export interface Redaction {
  readonly replacement: string;
  /** The finder for incremental redaction; undefined if nothing is hidden. */
  readonly secrets: SecretFinder | undefined;
  /** The redactions that this one composes. `secrets` is that of the first. */
  readonly composed?: { readonly first: Redaction; readonly second: Redaction };
  /**
   * The spans of secrets. The text may contain escape sequences, also inside secrets; spans include them. `cols` is
   * the width of the screen for which it was written.
   */
  spans(text: string, cols?: number): readonly TextSpan[];
  /** Number of characters at the end of a text from where an unfinished secret begins; 0 if they reveal little. */
  openChars(text: string, cols?: number): number;
  /** The text with all secrets replaced. */
  text(text: string): string;
  /** The spans of secrets per row, including secrets that continue over several rows. */
  rows(rows: readonly ScreenRowText[]): readonly (readonly RowSpan[])[];
  /** Redacts all strings and keys in a JSON value. */
  value<T>(json: T): T;
}

/** Finds secrets in plain text: by the built-in rules, private keys, and the caller's literals and patterns. */
export interface SecretFinder {
  /**
   * `keyEnd`: end of a private key before the text, as a negative offset, or in the text. Keys that are found are
   * added to `keys`.
   */
  find(text: string, keyEnd?: number, keys?: TextSpan[]): readonly TextSpan[];
  /** Start of the first unfinished secret; the end of the text if there is none. */
  findUnfinished(text: string, keyEnd?: number): number;
  /** As `findUnfinished`, for secrets that may continue after a line end. */
  findUnfinishedBeyondLine(text: string, keyEnd?: number): number;
  /**
   * As `findUnfinished`, within one line. Ignores wrapped secrets, private keys, and callers' patterns that cannot be
   * derived.
   */
  findUnfinishedInLine(text: string, keyEnd?: number): number;
  /** Lines that must precede the rest of a text, so that secrets in it are found as in the whole. */
  context(text: string): string;
  /** The finder for text without invisible characters. */
  readonly asWritten: SecretFinder;
}

/**
 * Redacts output incrementally, independent of its chunks. Possible starts of secrets are held back, up to a limit.
 */
export interface RedactionStream {
  /** Adds output. Returns the text that can be released. */
  push(chunk: string): string;
  /** Output paused. Returns the text that cannot become a secret any more. */
  pause(): string;
  /**
   * Output ended. Returns the rest, without half of a secret at its end. If the text is `complete`, an unfinished
   * secret is no secret.
   */
  end(complete?: boolean): string;
  /**
   * Returns the held text as it would read if the output ended here, with unfinished secrets hidden. Does not change
   * the state.
   */
  peek(): string;
  /** Number of characters held back. */
  readonly held: number;
  /** Number of held characters from where an unfinished secret begins; 0 if they reveal little of it. */
  readonly open: number;
}
