/**
 * The interfaces of redaction, and operations on the spans of secrets: `mergeSpans` merges those that overlap,
 * `SpanReplacer` replaces them in text that arrives in pieces, and `AssembledText` maps them from one text to another. A
 * redaction has no state and can be shared; `createRedaction` creates it from a policy.
 */
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
  /** The secret began on a row above, which has the replacement. */
  readonly continued: boolean;
}

/** Sorts spans and merges overlapping ones. Adjacent spans stay separate, because each is a different secret. */
export function mergeSpans(spans: readonly TextSpan[]): TextSpan[] {
  if (spans.length < 2) return [...spans];
  const merged: TextSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { start: last.start, end: span.end };
  }
  return merged;
}

export const replaceSpans = (text: string, spans: readonly TextSpan[], replacement: string): string =>
  spans.length === 0 ? text : new SpanReplacer(spans, replacement).replaceNext(text);

const noSpan: TextSpan = { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** Replaces spans in text that arrives in pieces. The spans are sorted and do not overlap. */
export class SpanReplacer {
  readonly #spans: readonly TextSpan[];
  readonly #replacement: string;
  #offset = 0;
  #index = 0;

  constructor(spans: readonly TextSpan[], replacement: string) {
    this.#spans = spans;
    this.#replacement = replacement;
  }

  replaceNext(text: string): string {
    const from = this.#offset;
    const to = from + text.length;
    this.#offset = to;
    let out = '';
    let at = from;
    for (;;) {
      const { start, end, instead = this.#replacement } = this.#spans[this.#index] ?? noSpan;
      if (start >= to) return out + text.slice(at - from);
      if (start >= from) out += text.slice(at - from, start - from) + instead;
      if (end > to) return out;
      at = end;
      this.#index += 1;
    }
  }
}

/** A character that no rule accepts in a secret. */
const fillerCharacter = '\uFFFC';

/** Replaces each hidden character by one other, so that offsets are kept. */
export function blankSpans(text: string, hidden: readonly TextSpan[]): string {
  let out = '';
  let from = 0;
  for (const { start, end } of hidden) {
    out += text.slice(from, start) + fillerCharacter.repeat(end - start);
    from = end;
  }
  return out + text.slice(from);
}

/** A text in which each range is a range of another text. */
export interface MappedText {
  readonly text: string;
  /** Maps a range to the original text. */
  original(start: number, end: number): TextSpan;
}

/** Maps offsets of a text that consists of pieces of another one. */
export abstract class OffsetMap {
  /** Start of each piece in this text and in the original. A piece with other characters also has an original end. */
  protected readonly offsets: number[] = [];
  protected readonly starts: number[] = [];
  protected readonly ends: number[] = [];

  protected addPiece(offset: number, from: number, to: number): void {
    this.offsets.push(offset);
    this.starts.push(from);
    this.ends.push(to);
  }

  /** Maps a range to the original text. */
  original(start: number, end: number): TextSpan {
    const [first, last] = [lastAtMost(this.offsets, start), lastAtMost(this.offsets, end - 1)];
    return {
      start: this.starts[first]! + (this.ends[first] ? 0 : start - this.offsets[first]!),
      end: this.ends[last] || this.starts[last]! + end - this.offsets[last]!,
    };
  }
}

/** A text that is assembled from pieces of another one. */
export class AssembledText extends OffsetMap {
  text = '';

  /** Adds the characters from `from` on; with `to`, other characters that replace the range. */
  add(text: string, from: number, to = 0): void {
    if (text === '') return;
    this.addPiece(this.text.length, from, to);
    this.text += text;
  }

  /** As `original`, with one range for each piece. */
  pieces(start: number, end: number): TextSpan[] {
    const spans: TextSpan[] = [];
    const last = lastAtMost(this.offsets, end - 1);
    for (let piece = lastAtMost(this.offsets, start), from = start; piece <= last; piece += 1) {
      const to = piece === last ? end : this.offsets[piece + 1]!;
      spans.push(this.original(from, to));
      from = to;
    }
    return spans;
  }
}

/** The index of the last of these ascending numbers that is at most `value`, or 0. */
function lastAtMost(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ascending[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface Redaction {
  readonly replacement: string;
  /** The finder for incremental redaction; undefined if nothing is hidden. */
  readonly secrets: SecretFinder | undefined;
  /** The redactions that this one composes. `secrets` is that of the first. */
  readonly composed?: { readonly first: Redaction; readonly second: Redaction };
  /** Unfinished secrets before the cursor, by row of a screen with this number of rows. Only screens hide them. */
  readonly openSecrets?: readonly ((rows: number) => ReadonlyMap<number, RowSpan>)[];
  /**
   * The spans of secrets. The text may contain escape sequences, also inside secrets; spans include them. `cols` is
   * the width of the screen for which it was written.
   */
  spans(text: string, cols?: number): readonly TextSpan[];
  /** Number of characters at the end of a text from where an unfinished secret begins; 0 if they reveal little. */
  openChars(text: string, cols?: number): number;
  /** The text with all secrets replaced. */
  text(text: string): string;
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

// Most text is plain and needs no more than these checks, which are fast.

const controlCharacter = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

/** Whether the text may contain escape sequences. */
export const hasControls = (text: string): boolean => controlCharacter.test(text);

/** Only other text can contain invisible characters. */
export const hasOnlyAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;
