/**
 * Redacted output for subscribers. The output is redacted once for all of them, independent of its chunks, and only
 * while at least one exists. It is kept until the slowest subscriber has read it or the limit is reached.
 */
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import type { Redaction, RedactionStream, TextSpan } from '#redaction/redaction.ts';
import { createRedactionStream } from '#redaction/stream.ts';
import { Backlog, type BacklogPart, type Transcript } from './transcript.ts';

export interface OutputPart extends BacklogPart {
  /** A secret was replaced in this part or soon after it. */
  readonly hid: boolean;
}

class OutputFeed {
  readonly #stream: RedactionStream;
  readonly #backlog: Backlog;
  readonly #clock: Clock;
  readonly #onReady: () => void;
  /** The original text that the stream holds back. */
  #held = '';
  /** The prefix of the held text that was sent early, because no more output came. */
  #sentEarly = '';
  #timer: Disposable | undefined;
  /** Cursor after the last output that contained a replacement. */
  #redactedUntil = 0;
  #hasRedaction = false;

  /** `before` is output from before the first subscriber. The next output may be the end of a secret in it. */
  constructor(
    redaction: Redaction,
    before: string,
    maxChars: number,
    clock: Clock,
    ready: () => void,
    cols?: () => number,
  ) {
    const note = (_: number, spans: readonly TextSpan[]) => {
      this.#hasRedaction ||= spans.length > 0;
    };
    const stream = createRedactionStream(redaction, note, cols);
    this.#stream = stream;
    this.#backlog = new Backlog(maxChars);
    this.#clock = clock;
    this.#onReady = ready;
    stream.push(before);
    stream.pause();
    this.#hasRedaction = false;
    this.#setHeld(before);
  }

  get cursor(): number {
    return this.#backlog.end;
  }

  /** Output that was received but not sent. A new subscriber must not get it. */
  get held(): string {
    return this.#held.slice(this.#sentEarly.length);
  }

  /**
   * The held text is the rest of one line, contains little of a possible secret, and would be sent unchanged at the
   * end.
   */
  get isPlain(): boolean {
    if (hasMoreThanLine(this.#held) || this.#stream.open > 0) return false;
    return this.#stream.peek() === this.#held;
  }

  push(text: string): void {
    this.#append(this.#stream.push(text));
    this.#setHeld(this.#held + text);
    this.#timer?.dispose();
    this.#timer =
      this.#stream.held > 0 ? this.#clock.after(limits.holdBackMs, () => this.#pause()) : undefined;
  }

  end(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#append(this.#stream.end());
    this.#held = '';
  }

  /** Called when the last subscriber has left. */
  close(): void {
    this.#timer?.dispose();
  }

  read(since: number): OutputPart {
    return { ...this.#backlog.read(since, limits.outputChars), hid: since < this.#redactedUntil };
  }

  #pause(): void {
    this.#timer = undefined;
    const appended = this.#append(this.#stream.pause());
    this.#setHeld(this.#held);
    if (this.#sendEarly() || appended) this.#onReady();
  }

  /**
   * Sends a plain held text early; a terminal that renders the output would otherwise never get it. Text with much of
   * a possible secret waits for its end.
   */
  #sendEarly(): boolean {
    const fresh = this.held;
    if (fresh === '' || !this.isPlain) return false;
    this.#sentEarly = this.#held;
    this.#backlog.append(fresh);
    return true;
  }

  #setHeld(text: string): void {
    this.#held = this.#stream.held > 0 ? text.slice(-this.#stream.held) : '';
  }

  #append(text: string): boolean {
    if (text === '') return false;
    const known = commonPrefixLength(text, this.#sentEarly);
    this.#sentEarly = known === text.length ? this.#sentEarly.slice(known) : '';
    this.#backlog.append(text.slice(known));
    if (this.#hasRedaction) this.#redactedUntil = this.#backlog.end;
    this.#hasRedaction = false;
    return known < text.length;
  }
}

const completeString = /\x1b[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)/g;

/** The held text spans several lines, or contains an unfinished control string. */
const hasMoreThanLine = (held: string) => /[\n\x80-\x9f]|\x1b[\]PX^_]/.test(held.replace(completeString, ''));

function commonPrefixLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

export interface OutputSubscriber extends Disposable {
  /** Returns the output since the last call, at most one part of the maximum size. */
  read(): OutputPart;
  readonly hasOutput: boolean;
  /** Held output exists of which this subscriber has received nothing. */
  readonly hasHeldOutput: boolean;
  /**
   * Takes the held rest of a line if it is not a secret so far. It counts as sent and is not sent again, unless it
   * becomes part of a secret.
   */
  takeHeldOutput(): string;
}

export class OutputSubscribers {
  readonly #transcript: Transcript;
  readonly #redaction: Redaction;
  readonly #maxChars: number;
  readonly #clock: Clock;
  readonly #onReady: () => void;
  readonly #all = new Set<OutputSubscriber>();
  /** Redacts the output; undefined without subscribers. */
  feed: OutputFeed | undefined;

  constructor(
    transcript: Transcript,
    redaction: Redaction,
    maxChars: number,
    clock: Clock,
    ready: () => void,
  ) {
    this.#transcript = transcript;
    this.#redaction = redaction;
    this.#maxChars = maxChars;
    this.#clock = clock;
    this.#onReady = ready;
  }

  subscribe(): OutputSubscriber {
    this.feed ??= this.#openFeed();
    const { feed } = this;
    const subscriber = new FeedSubscriber(feed, () => {
      this.#all.delete(subscriber);
      if (this.#all.size === 0) this.close();
    });
    this.#all.add(subscriber);
    return subscriber;
  }

  close(): void {
    this.feed?.close();
    this.feed = undefined;
    this.#all.clear();
  }

  #openFeed(): OutputFeed {
    const { cols } = this.#transcript;
    const before = this.#transcript.tailWithContext(limits.blockChars);
    return new OutputFeed(this.#redaction, before, this.#maxChars, this.#clock, this.#onReady, cols);
  }
}

/** The read position of one subscriber. Output that was held back when it subscribed is skipped. */
class FeedSubscriber implements OutputSubscriber {
  readonly dispose: () => void;
  readonly #feed: OutputFeed;
  #cursor: number;
  #heldBefore: string;

  constructor(feed: OutputFeed, dispose: () => void) {
    this.dispose = dispose;
    this.#feed = feed;
    this.#cursor = feed.cursor;
    this.#heldBefore = feed.held;
  }

  get hasOutput(): boolean {
    this.#skipHeldBefore();
    return this.#cursor < this.#feed.cursor;
  }

  read(): OutputPart {
    this.#skipHeldBefore();
    const part = this.#feed.read(this.#cursor);
    this.#cursor = part.to;
    return part;
  }

  get hasHeldOutput(): boolean {
    return !this.hasOutput && this.#heldBefore !== this.#feed.held;
  }

  takeHeldOutput(): string {
    const { held } = this.#feed;
    if (!this.hasHeldOutput || !held.startsWith(this.#heldBefore) || !this.#feed.isPlain) return '';
    const fresh = held.slice(this.#heldBefore.length);
    this.#heldBefore = held;
    return fresh;
  }

  /** Skips to the end of that output, or to the point where it became part of a secret. The replacement is kept. */
  #skipHeldBefore(): void {
    if (this.#heldBefore === '') return;
    const { text } = this.#feed.read(this.#cursor);
    const same = commonPrefixLength(text, this.#heldBefore);
    this.#cursor += same;
    this.#heldBefore = same === text.length ? this.#heldBefore.slice(same) : '';
  }
}
