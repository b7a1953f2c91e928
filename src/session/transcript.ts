/**
 * The output of a program as text, with a size limit, and how it is read. A cursor counts all characters ever
 * written, so it stays valid after the head is dropped. Some text before the head is kept: a secret that crosses the
 * head is still recognized and hidden.
 *
 * Long because it has each way to read an output: as it is, redacted, its redacted end, and the end that is kept.
 */

import { isAscii } from 'node:buffer';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { reveal, stripInTurns } from '#redaction/escapes.ts';
import { spansInTurns, textInTurns } from '#redaction/policy.ts';
import { firstKey } from '#redaction/privateKeys.ts';
import {
  hasControls,
  mergeSpans,
  type Redaction,
  replaceSpans,
  type TextSpan,
} from '#redaction/redaction.ts';
import { createRedactionStream } from '#redaction/stream.ts';

interface TranscriptPart {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Text between the requested start and `from` was dropped. */
  readonly dropped: boolean;
}

/** The longest UTF-8 sequence without its last byte. */
const maxPartialBytes = 3;

/** Maximum length of a secret across a position in the text. */
const secretReach = limits.blockChars;

export class Transcript {
  readonly #maxChars: number;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #markers = new Map<string, number>();
  readonly #text: Backlog;
  #lastBytes: Uint8Array = noBytes;
  /** The decoder holds no partial character. */
  #atCharacterBoundary = true;

  #ended = false;

  /** Width of the screen for which the output is written. */
  readonly cols: () => number;

  constructor(maxChars: number, cols: () => number = () => 0) {
    this.#maxChars = maxChars;
    this.cols = cols;
    this.#text = new Backlog(maxChars + secretReach);
  }

  /** Number of characters ever written. */
  get cursor(): number {
    return this.#text.end;
  }

  /** Appends output and returns its text, without an incomplete character at the end. */
  append(bytes: Uint8Array): string {
    this.#lastBytes = lastBytes(this.#lastBytes, bytes);
    return this.#append(this.#decode(bytes));
  }

  /**
   * Decoding ASCII as Latin-1 is four times as fast and covers nearly all output. For the rest, TextDecoder is twice
   * as fast as Buffer.
   */
  #decode(bytes: Uint8Array): string {
    const { buffer, byteOffset, byteLength } = bytes;
    if (this.#atCharacterBoundary && isAscii(bytes))
      return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
    const text = this.#decoder.decode(bytes, { stream: true });
    this.#atCharacterBoundary = this.incompleteBytes.length === 0;
    return text;
  }

  /** The bytes of an incomplete character at the end. */
  get incompleteBytes(): Uint8Array {
    return incompleteSuffix(this.#lastBytes);
  }

  /** Ends the output: an incomplete character becomes U+FFFD. */
  end(): string {
    this.#ended = true;
    return this.#append(this.#decoder.decode());
  }

  #append(text: string): string {
    if (text !== '') this.#text.append(text);
    return text;
  }

  /** The first cursor that can be read. */
  get head(): number {
    return Math.max(0, this.cursor - this.#maxChars);
  }

  /** The last `chars` characters, unredacted. Used by matchers, which search the original text. */
  tail(chars: number): string {
    return this.#text.last(Math.min(chars, this.cursor - this.head));
  }

  /** As `tail`, with the text before the head that is kept for recognizing secrets. */
  tailWithContext(chars: number): string {
    return this.#text.last(chars);
  }

  /** Returns the redacted text between two cursors. Ends before a secret that is still being written. */
  read(redaction: Redaction, from: number, to = this.cursor): TranscriptPart {
    const part = this.#part(redaction, from, to);
    return masked(part, redaction.spans(part.near, this.cols()), redaction);
  }

  /** As `read`, but yields to other work while a long part is redacted. */
  async readInTurns(redaction: Redaction, from: number, to: number): Promise<TranscriptPart> {
    const part = this.#part(redaction, from, to);
    return masked(part, await spansInTurns(redaction, part.near, this.cols()), redaction);
  }

  #part(redaction: Redaction, from: number, to: number): MaskRange {
    const open = this.#openSecretStart(redaction);
    const until = Math.min(to, this.#ended ? this.cursor : open);
    const since = Math.min(Math.max(from, this.head), until) - secretReach;
    const kept = this.#text.read(since, until + secretReach - since);
    const origin = kept.to - kept.text.length;
    const end = skipLowSurrogate(kept.text, until - origin);
    const start = Math.min(skipLowSurrogate(kept.text, Math.max(from, this.head) - origin), end);
    const context = contextBefore(kept.text, start);
    return {
      near: kept.text.slice(context, contextAfter(kept.text, end)),
      start: start - context,
      end: end - context,
      open: open - origin - context,
      from: start + origin,
      dropped: from < this.head && from < until,
    };
  }

  /**
   * Returns where text begins that may become a secret. It is withheld until that is decided. If the program has
   * ended, it is hidden.
   */
  #openSecretStart(redaction: Redaction): number {
    return this.cursor - redaction.openChars(this.#text.last(contextChars), this.cols());
  }

  /** Returns the start of the escape sequence that contains the cursor, as written; empty outside of sequences. */
  openSequenceAt(cursor: number): string {
    const behind = Math.max(0, this.cursor - cursor);
    const kept = this.#text.last(behind + limits.sequenceChars);
    const before = kept.slice(0, Math.max(0, kept.length - behind));
    return hasControls(before) ? before.slice(reveal(before).settled) : '';
  }

  /** Sets a marker; an existing label moves. Returns false if `limits.markers` is reached. */
  mark(label: string): boolean {
    if (!this.#markers.has(label) && this.#markers.size >= limits.markers) return false;
    this.#markers.set(label, this.cursor);
    return true;
  }

  get markers(): ReadonlyMap<string, number> {
    return this.#markers;
  }
}

/** Keeps the bytes that may begin a character. After an ASCII byte there are none. */
function lastBytes(before: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (bytes.length > 0 && bytes.at(-1)! < 0x80) return noBytes;
  return Buffer.concat([before, bytes.subarray(-maxPartialBytes)]).subarray(-maxPartialBytes);
}

const noBytes = new Uint8Array();

function incompleteSuffix(bytes: Uint8Array): Uint8Array {
  for (let left = 1; left <= bytes.length; left++) {
    const byte = bytes.at(-left)!;
    if ((byte & 0xc0) === 0x80) continue;
    const whole = byte < 0xc2 || byte > 0xf4 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return whole > left ? bytes.subarray(-left) : noBytes;
  }
  return noBytes;
}

const contextChars = 4096;

/** Moves a position out of the middle of a surrogate pair. */
const skipLowSurrogate = (text: string, at: number) =>
  /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at + 1 : at;

/** Returns where redaction must start, so that a secret that reaches into the part is seen from its beginning. */
function contextBefore(text: string, start: number): number {
  if (start === 0) return 0;
  const earliest = Math.max(0, start - secretReach);
  const near = Math.max(0, start - contextChars);
  // One visible character may need any number of escape characters, so no shorter context is enough.
  if (text.slice(near, start).includes('\x1b')) return earliest;
  let word = near;
  while (word > earliest && !isBlank(text[word - 1]!)) word -= 1;
  return Math.min(word, earliest + firstKey(text.slice(earliest, start)));
}

/**
 * Returns where redaction must end: some secrets are recognized by their end. A private key is hidden as far as it
 * goes.
 */
function contextAfter(text: string, end: number): number {
  const latest = Math.min(text.length, end + secretReach);
  if (text.slice(end, end + contextChars).includes('\x1b')) return latest;
  let word = Math.min(latest, end + contextChars);
  while (word < latest && !isBlank(text[word]!)) word += 1;
  return word;
}

const isBlank = (char: string) => char === ' ' || char === '\n';

interface MaskRange {
  /** The part with the context that is needed to find secrets. */
  readonly near: string;
  /** Range of the part in `near`. */
  readonly start: number;
  readonly end: number;
  /** Start of an unfinished secret in `near`. */
  readonly open: number;
  /** Cursor of the first character of the part. */
  readonly from: number;
  readonly dropped: boolean;
}

function masked(
  { near, start, end, open, from, dropped }: MaskRange,
  found: readonly TextSpan[],
  { replacement }: Redaction,
): TranscriptPart {
  const half = open < end ? [{ start: Math.max(0, open), end: near.length }] : [];
  const spans = (half.length > 0 ? mergeSpans([...found, ...half]) : found)
    .filter((span) => span.end > start && span.start < end)
    .map((span) => ({
      ...span,
      start: Math.max(0, span.start - start),
      end: Math.min(span.end, end) - start,
    }));
  return {
    text: replaceSpans(near.slice(start, end), spans, replacement),
    from,
    to: from + end - start,
    dropped,
  };
}

/** A request for a part of the transcript: by cursor, marker or length, with or without escape sequences. */
interface TranscriptRequest {
  readonly since?: number;
  readonly from?: string;
  readonly to?: string;
  readonly maxChars?: number;
  readonly stripEscapes: boolean;
}

/** Reads the transcript as it is at the call. Yields to other work while it redacts a long part. */
export async function readTranscript(
  transcript: Transcript,
  redaction: Redaction,
  request: TranscriptRequest,
) {
  const [from, end] = resolveRange(transcript, request);
  const to = request.stripEscapes ? endOfWholeSequence(transcript, from, end) : end;
  const begun = request.stripEscapes ? transcript.openSequenceAt(Math.max(from, transcript.head)) : '';
  const markers = Object.fromEntries(transcript.markers);
  const part = await transcript.readInTurns(redaction, from, to);
  return {
    text: request.stripEscapes ? await stripAndRedact(begun + part.text, redaction) : part.text,
    start: part.from,
    next: part.to,
    dropped: part.dropped,
    markers,
  };
}

function resolveRange(
  transcript: Transcript,
  { since, from, to, maxChars }: TranscriptRequest,
): [number, number] {
  if (since !== undefined && from !== undefined)
    reject('from', 'cannot be combined with `since`: both set the start');
  const start = from === undefined ? since : markerCursor(transcript, from, 'from');
  const end = to === undefined ? transcript.cursor : markerCursor(transcript, to, 'to');
  if (from !== undefined && start! > end) reject('from', 'marks a position after `to`');
  if (start !== undefined)
    return [start, maxChars === undefined ? end : Math.min(end, Math.max(start, transcript.head) + maxChars)];
  return [maxChars === undefined ? transcript.head : Math.max(transcript.head, end - maxChars), end];
}

/**
 * Leaves an incomplete sequence at the end to the next read. A part that contains nothing but a sequence cut by
 * `maxChars` is extended to its end.
 */
function endOfWholeSequence(transcript: Transcript, from: number, end: number): number {
  const begins = (at: number) => at - transcript.openSequenceAt(at).length;
  const longest = Math.min(transcript.cursor, end + limits.sequenceChars);
  let to = end;
  for (let last = end > from && begins(end) <= from ? longest : end; to < last; ) {
    const middle = (to + last) >> 1;
    if (begins(middle) <= from) to = middle + 1;
    else last = middle;
  }
  return Math.max(Math.min(from, end), begins(to));
}

const reject = (path: string, reason: string): never => raise(fault.Invalid({ path, reason }));

const markerCursor = ({ markers }: Transcript, label: string, path: string): number =>
  markers.get(label) ?? raise(fault.Invalid({ path, reason: 'no marker with that name is set', got: label }));

/** Redacts again after stripping: text written in pieces may read as a secret only now. */
const stripAndRedact = async (text: string, redaction: Redaction) =>
  textInTurns(redaction, await stripInTurns(text));

const pieceChars = 4096;

/** The redacted end of a transcript, updated with each output. Computing it from scratch takes milliseconds. */
export class RedactedTail {
  readonly #stream;
  readonly #text = new Backlog(limits.pluginTranscriptChars);

  constructor(transcript: Transcript, redaction: Redaction) {
    this.#stream = createRedactionStream(redaction, undefined, transcript.cols);
    this.push(transcript.tailWithContext(limits.pluginTranscriptChars + limits.blockChars));
  }

  push(output: string): void {
    const leaving = this.#stream.push(output);
    if (leaving !== '') this.#text.append(leaving);
  }

  /** Hides text that may become a secret, except short text that reveals little. */
  text(): string {
    const held = this.#stream.peek();
    return (this.#text.last(limits.pluginTranscriptChars - held.length) + held).slice(
      -limits.pluginTranscriptChars,
    );
  }
}

export interface BacklogPart {
  readonly text: string;
  readonly to: number;
  /** The requested start is before the first kept character. */
  readonly dropped: boolean;
}

/** Keeps the end of a growing text, as the pieces that arrived. One joined string would be copied by every read. */
export class Backlog {
  readonly #maxChars: number;
  #pieces: string[] = [];
  /** Text after the last piece. It often arrives one character at a time. */
  #pending: string[] = [];
  #pendingChars = 0;
  #keptChars = 0;
  #end = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** Number of characters ever appended. */
  get end(): number {
    return this.#end;
  }

  append(text: string): void {
    this.#pending.push(text);
    this.#pendingChars += text.length;
    this.#end += text.length;
    this.#keptChars += text.length;
    if (this.#pendingChars >= pieceChars) this.#joinPending();
  }

  /** The last `chars` characters, or fewer if less is kept. */
  last(chars: number): string {
    return chars > 0 ? this.read(this.#end - chars, chars).text : '';
  }

  /** Reads at most `most` characters from a cursor. Does not split a surrogate pair. */
  read(since: number, most: number): BacklogPart {
    this.#joinPending();
    const head = this.#end - this.#keptChars;
    let at = this.#pieces.length;
    let start = this.#end;
    while (at > 0 && start > since) start -= this.#pieces[--at]!.length;
    let text = at < this.#pieces.length ? this.#pieces[at]!.slice(Math.max(0, since - start)) : '';
    while (text.length < most && ++at < this.#pieces.length) text += this.#pieces[at];
    const part = text.length > most ? text.slice(0, endsInHighSurrogate(text, most) ? most - 1 : most) : text;
    return { text: part, to: Math.max(since, head) + part.length, dropped: since < head };
  }

  /**
   * Extends the last piece while it is small. This avoids many small pieces, and strings that V8 builds from other
   * strings.
   */
  #joinPending(): void {
    if (this.#pendingChars === 0) return;
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.length < pieceChars) this.#pending.unshift(this.#pieces.pop()!);
    this.#pieces.push(this.#pending.join(''));
    this.#pending = [];
    this.#pendingChars = 0;
    if (this.#keptChars > 2 * this.#maxChars) this.#trim();
  }

  #trim(): void {
    let dropped = 0;
    while (this.#keptChars - this.#pieces[dropped]!.length >= this.#maxChars)
      this.#keptChars -= this.#pieces[dropped++]!.length;
    this.#pieces = this.#pieces.slice(dropped);
  }
}

const endsInHighSurrogate = (text: string, length: number) =>
  (text.charCodeAt(length - 1) & 0xfc00) === 0xd800;
