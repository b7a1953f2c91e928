/**
 * What a program has written, as text, bounded. A cursor counts every character ever written, so that it means the
 * same after the head has been dropped. A stretch before the head is kept back: a secret that straddles the head is
 * still recognised, and hidden, by what is left of it.
 */
import { StringDecoder } from 'node:string_decoder';
import { limits } from '../limits.ts';
import type { Redaction, Span } from '../redact/redaction.ts';

export interface TranscriptPart {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Something between the asked beginning and `from` is gone. */
  readonly dropped: boolean;
}

const keptBack = limits.blockChars;

export class Transcript {
  readonly #maxChars: number;
  readonly #decoder = new StringDecoder('utf8');
  readonly #markers = new Map<string, number>();
  #chunks: string[] = [];
  #chunked = 0;
  #cursor = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** Characters written since the session began. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Takes output; what it gives is the same as text, without a character that has not arrived whole. */
  append(bytes: Uint8Array): string {
    return this.#push(this.#decoder.write(bytes as Buffer));
  }

  /** No more output: an unfinished character becomes U+FFFD. */
  end(): string {
    return this.#push(this.#decoder.end());
  }

  #push(text: string): string {
    if (text === '') return text;
    this.#chunks.push(text);
    this.#chunked += text.length;
    this.#cursor += text.length;
    // Joining is linear in what is kept, so it is done once a kept length has come in anew.
    if (this.#chunked > 2 * (this.#maxChars + keptBack)) this.#chunks = [this.#kept()];
    return text;
  }

  #kept(): string {
    const whole = this.#chunks.length === 1 ? this.#chunks[0]! : this.#chunks.join('');
    const kept = whole.length > this.#maxChars + keptBack ? whole.slice(-(this.#maxChars + keptBack)) : whole;
    this.#chunks = [kept];
    this.#chunked = kept.length;
    return kept;
  }

  /** The first cursor that can still be read. */
  get head(): number {
    return Math.max(0, this.#cursor - this.#maxChars);
  }

  /** The last `chars` characters, as they were written. For matchers, which look at what is there. */
  tail(chars: number): string {
    const wanted = Math.min(chars, this.#cursor - this.head);
    const enough: string[] = [];
    let have = 0;
    for (let at = this.#chunks.length - 1; at >= 0 && have < wanted; at--) {
      enough.unshift(this.#chunks[at]!);
      have += this.#chunks[at]!.length;
    }
    return wanted === 0 ? '' : enough.join('').slice(-wanted);
  }

  /** What was written from one cursor to another, with its secrets hidden. */
  read(redaction: Redaction, from: number, to = this.#cursor): TranscriptPart {
    const end = Math.min(to, this.#cursor);
    const start = Math.min(Math.max(from, this.head), end);
    const kept = this.#kept();
    const origin = this.#cursor - kept.length;
    const context = contextBefore(kept, start - origin);
    const spans = redaction.spans(kept.slice(context));
    const text = mask(kept, spans, redaction.replacement, {
      context,
      start: start - origin,
      end: end - origin,
    });
    return { text, from: start, to: end, dropped: from < start };
  }

  /** False when there are as many labels as there may be. A label used again moves. */
  mark(label: string): boolean {
    if (!this.#markers.has(label) && this.#markers.size >= limits.markers) return false;
    this.#markers.set(label, this.#cursor);
    return true;
  }

  get markers(): ReadonlyMap<string, number> {
    return this.#markers;
  }
}

const contextChars = 4096;

/** Where to begin to look for secrets, so that one that reaches into what is read is seen from its beginning. */
function contextBefore(text: string, start: number): number {
  const block = text.lastIndexOf('-----BEGIN', start);
  const near = Math.max(0, start - contextChars);
  const line = text.lastIndexOf('\n', near) + 1;
  const context = near - line < contextChars ? line : near;
  return block >= 0 && block >= start - limits.blockChars ? Math.min(block, context) : context;
}

interface Part {
  readonly context: number;
  readonly start: number;
  readonly end: number;
}

function mask(
  text: string,
  spans: readonly Span[],
  replacement: string,
  { context, start, end }: Part,
): string {
  let out = '';
  let at = start;
  for (const span of spans) {
    const from = span.start + context;
    const to = span.end + context;
    if (to <= at) continue;
    if (from >= end) break;
    out += text.slice(at, Math.max(at, from)) + replacement;
    at = Math.min(to, end);
  }
  return out + text.slice(at, end);
}
