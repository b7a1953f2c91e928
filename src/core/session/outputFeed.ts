/**
 * A session's output for those who follow it: redacted once, whatever the chunks, and kept until the slowest has
 * had its chance or the bound is reached. It runs only while somebody follows.
 */
import type { Clock, Disarm } from '../../platform/clock.ts';
import { limits } from '../limits.ts';
import { stripEscapes } from '../redact/escapes.ts';
import type { Redaction, RedactionStream, Span } from '../redact/redaction.ts';
import type { Secrets } from '../redact/secrets.ts';
import { createStream } from '../redact/stream.ts';
import { Backlog, type BacklogPart } from './backlog.ts';

export interface FeedPart extends BacklogPart {
  /** There, or soon after it, something stands for a secret. */
  readonly hid: boolean;
}

export class OutputFeed {
  readonly #stream: RedactionStream;
  readonly #backlog: Backlog;
  readonly #clock: Clock;
  readonly #ready: () => void;
  /** What the stream holds back, as it was written. */
  #held = '';
  /** The beginning of that which was told already, because nothing more came. */
  #ahead = '';
  readonly #secrets: Secrets | undefined;
  #disarm: Disarm | undefined;
  /** Where what was told last for a secret ends. */
  #hidAt = 0;
  #hides = false;

  /** `before` is output from before the first follower: what comes next may be the end of a secret in it. */
  constructor(
    redaction: Redaction,
    before: string,
    maxChars: number,
    clock: Clock,
    ready: () => void,
    cols?: () => number,
  ) {
    this.#secrets = redaction.secrets;
    const note = (_: number, spans: readonly Span[]) => {
      this.#hides ||= spans.length > 0;
    };
    const stream = createStream(redaction, note, cols);
    this.#stream = stream;
    this.#backlog = new Backlog(maxChars);
    this.#clock = clock;
    this.#ready = ready;
    stream.push(before);
    stream.pause();
    this.#hides = false;
    this.#hold(before);
  }

  get cursor(): number {
    return this.#backlog.end;
  }

  /** Output that has come and is not told yet: whoever begins to follow now must not be told it. */
  get held(): string {
    return this.#held.slice(this.#ahead.length);
  }

  /** What is held back is the end of a line, and would be told as it is if nothing more came. */
  get isPlain(): boolean {
    return !isMore(this.#held) && this.#stream.peek() === this.#held;
  }

  push(text: string): void {
    this.#add(this.#stream.push(text));
    this.#hold(this.#held + text);
    this.#disarm?.();
    this.#disarm =
      this.#stream.held > 0 ? this.#clock.after(limits.holdBackMs, () => this.#pause()) : undefined;
  }

  end(): void {
    this.#disarm?.();
    this.#disarm = undefined;
    this.#add(this.#stream.end());
    this.#held = '';
  }

  /** Nobody follows any more. */
  close(): void {
    this.#disarm?.();
  }

  read(since: number): FeedPart {
    return { ...this.#backlog.read(since, limits.outputChars), hid: since < this.#hidAt };
  }

  #pause(): void {
    this.#disarm = undefined;
    const told = this.#add(this.#stream.pause());
    this.#hold(this.#held);
    if (this.#tellAhead() || told) this.#ready();
  }

  /** Whoever draws what he is told would wait for it for ever. What tells much of a secret waits for its end. */
  #tellAhead(): boolean {
    const fresh = this.held;
    if (fresh === '' || !this.isPlain || this.#begun >= limits.restedSecretChars) return false;
    this.#ahead = this.#held;
    this.#backlog.append(fresh);
    return true;
  }

  /** How much of what may be a secret is held. */
  get #begun(): number {
    const text = stripEscapes(this.#held);
    return text.length - (this.#secrets?.open(text) ?? text.length);
  }

  #hold(text: string): void {
    this.#held = this.#stream.held > 0 ? text.slice(-this.#stream.held) : '';
  }

  #add(text: string): boolean {
    if (text === '') return false;
    const told = sameLength(text, this.#ahead);
    this.#ahead = told === text.length ? this.#ahead.slice(told) : '';
    this.#backlog.append(text.slice(told));
    if (this.#hides) this.#hidAt = this.#backlog.end;
    this.#hides = false;
    return told < text.length;
  }
}

const wholeString = /\x1b[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)/g;

/** Than the end of a line: what goes on over several, or a string that has not ended. */
const isMore = (held: string) => /[\n\x80-\x9f]|\x1b[\]PX^_]/.test(held.replace(wholeString, ''));

/** How far two texts begin alike. */
export function sameLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
