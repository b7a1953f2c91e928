/**
 * What a program has written, as text, bounded. A cursor counts every character ever written, so that it means the
 * same after the head has been dropped. A stretch before the head is kept back: a secret that straddles the head is
 * still recognised, and hidden, by what is left of it.
 */
import { isAscii } from 'node:buffer';
import { limits } from '../limits.ts';
import { hasControls, reveal } from '../redact/escapes.ts';
import type { Redaction } from '../redact/redaction.ts';
import { mergeSpans } from '../redact/spans.ts';
import { Backlog } from './backlog.ts';

export interface TranscriptPart {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Something between the asked beginning and `from` is gone. */
  readonly dropped: boolean;
}

/** Of the longest character, but for its last byte. */
const characterBytes = 3;

/** As far as a secret can reach across a place in the text. */
const reach = limits.blockChars;

export class Transcript {
  readonly #maxChars: number;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #markers = new Map<string, number>();
  readonly #text: Backlog;
  #lastBytes: Uint8Array = nothing;
  /** The decoder holds no beginning of a character. */
  #whole = true;

  #ended = false;

  /** How wide the screen is that it is written for. */
  readonly cols: () => number;

  constructor(maxChars: number, cols: () => number = () => 0) {
    this.#maxChars = maxChars;
    this.cols = cols;
    this.#text = new Backlog(maxChars + reach);
  }

  /** Characters written since the session began. */
  get cursor(): number {
    return this.#text.end;
  }

  /** Takes output; what it gives is the same as text, without a character that has not arrived whole. */
  append(bytes: Uint8Array): string {
    this.#lastBytes = lastOf(this.#lastBytes, bytes);
    return this.#push(this.#decode(bytes));
  }

  /** The short way of nearly all output is four times as fast; for the rest, TextDecoder is twice as fast as a Buffer. */
  #decode(bytes: Uint8Array): string {
    const { buffer, byteOffset, byteLength } = bytes;
    if (this.#whole && isAscii(bytes)) return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
    const text = this.#decoder.decode(bytes, { stream: true });
    this.#whole = this.unfinished.length === 0;
    return text;
  }

  /** The bytes of a character that has not arrived whole. */
  get unfinished(): Uint8Array {
    return unfinishedIn(this.#lastBytes);
  }

  /** No more output: an unfinished character becomes U+FFFD. */
  end(): string {
    this.#ended = true;
    return this.#push(this.#decoder.decode());
  }

  #push(text: string): string {
    if (text === '') return text;
    this.#text.append(text);
    return text;
  }

  /** The first cursor that can still be read. */
  get head(): number {
    return Math.max(0, this.cursor - this.#maxChars);
  }

  /** The last `chars` characters, as they were written. For matchers, which look at what is there. */
  tail(chars: number): string {
    return this.#text.last(Math.min(chars, this.cursor - this.head));
  }

  /** The same with what is kept back: for those who must know a secret by its beginning. */
  tailWithKeptBack(chars: number): string {
    return this.#text.last(chars);
  }

  /** What was written from one cursor to another, with its secrets hidden; up to half of one that is still being written. */
  read(redaction: Redaction, from: number, to = this.cursor): TranscriptPart {
    const open = this.#openFrom(redaction);
    const until = Math.min(to, this.#ended ? this.cursor : open);
    const text = this.#text.last(this.cursor - Math.min(Math.max(from, this.head), until) + reach);
    const origin = this.cursor - text.length;
    const end = afterPair(text, until - origin);
    const start = Math.min(afterPair(text, Math.max(from, this.head) - origin), end);
    const part = { start, end, context: contextBefore(text, start), contextEnd: contextAfter(text, end) };
    return {
      text: mask(text, { ...part, open: open - origin }, redaction, this.cols()),
      from: start + origin,
      to: end + origin,
      dropped: from < this.head && from < until,
    };
  }

  /** Where something begins that may become a secret: it is told once that is known, or not whole if the program has ended. */
  #openFrom({ secrets }: Redaction): number {
    if (!secrets) return this.cursor;
    const text = this.#text.last(contextChars);
    const { printed } = reveal(text);
    const open = secrets.open(printed.text);
    if (printed.text.length - open < limits.restedSecretChars) return this.cursor;
    return this.cursor - text.length + printed.original(open, open + 1).start;
  }

  /** The beginning of an escape sequence in the middle of which a cursor stands, as it was written. */
  begunAt(cursor: number): string {
    const behind = Math.max(0, this.cursor - cursor);
    const kept = this.#text.last(behind + limits.sequenceChars);
    const before = kept.slice(0, Math.max(0, kept.length - behind));
    return hasControls(before) ? before.slice(reveal(before).settled) : '';
  }

  /** False when there are as many labels as there may be. A label used again moves. */
  mark(label: string): boolean {
    if (!this.#markers.has(label) && this.#markers.size >= limits.markers) return false;
    this.#markers.set(label, this.cursor);
    return true;
  }

  get markers(): ReadonlyMap<string, number> {
    return this.#markers;
  }
}

/** As far as they may be the beginning of a character, which none that ends in ASCII is. */
function lastOf(before: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (bytes.length > 0 && bytes.at(-1)! < 0x80) return nothing;
  return Buffer.concat([before, bytes.subarray(-characterBytes)]).subarray(-characterBytes);
}

const nothing = new Uint8Array();

function unfinishedIn(bytes: Uint8Array): Uint8Array {
  for (let left = 1; left <= bytes.length; left++) {
    const byte = bytes.at(-left)!;
    if ((byte & 0xc0) === 0x80) continue;
    const whole = byte < 0xc2 || byte > 0xf4 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return whole > left ? bytes.subarray(-left) : nothing;
  }
  return nothing;
}

const contextChars = 4096;

/** Not between the two halves of a character. */
const afterPair = (text: string, at: number) =>
  /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at + 1 : at;

/** Where to begin to look for secrets, so that one that reaches into what is read is seen from its beginning. */
function contextBefore(text: string, start: number): number {
  const earliest = Math.max(0, start - reach);
  const near = Math.max(0, start - contextChars);
  // Escape sequences take any number of characters for one that is seen: no shorter context would do.
  if (text.slice(near, start).includes('\x1b')) return earliest;
  let word = near;
  while (word > earliest && !isBlank(text[word - 1]!)) word -= 1;
  const block = text.lastIndexOf('-----BEGIN', start);
  return block >= earliest ? Math.min(block, word) : word;
}

/** Where to end: some secrets are known by their end. A key is hidden as far as it goes, finished or not. */
function contextAfter(text: string, end: number): number {
  const latest = Math.min(text.length, end + reach);
  if (text.slice(end, end + contextChars).includes('\x1b')) return latest;
  let word = Math.min(latest, end + contextChars);
  while (word < latest && !isBlank(text[word]!)) word += 1;
  return word;
}

const isBlank = (char: string) => char === ' ' || char === '\n';

interface Part {
  readonly context: number;
  readonly start: number;
  readonly end: number;
  readonly contextEnd: number;
  /** Where half of a secret begins that nothing finishes. */
  readonly open: number;
}

function mask(
  text: string,
  { context, start, end, contextEnd, open }: Part,
  redaction: Redaction,
  cols: number,
): string {
  let out = '';
  let at = start;
  const found = redaction.spans(text.slice(context, contextEnd), cols);
  const half = open < end ? [{ start: Math.max(0, open - context), end: contextEnd - context }] : [];
  for (const span of half.length > 0 ? mergeSpans([...found, ...half]) : found) {
    const from = span.start + context;
    const to = span.end + context;
    if (to <= at) continue;
    if (from >= end) break;
    out += text.slice(at, Math.max(at, from)) + (span.instead ?? redaction.replacement);
    at = Math.min(to, end);
  }
  return out + text.slice(at, end);
}
