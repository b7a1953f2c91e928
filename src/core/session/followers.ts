/** Those who follow a session's output. The redacted stream is made once for all of them, and only while there are any. */
import type { Clock } from '../../platform/clock.ts';
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import { type FeedPart, OutputFeed, sameLength } from './outputFeed.ts';
import type { Transcript } from './transcript.ts';

export interface Follower {
  /** What has come since the last call, as much of it as one piece may be. */
  read(): FeedPart;
  readonly behind: boolean;
  /** Something is held back of which it has been told nothing. */
  readonly waits: boolean;
  /** The end of a line that is held back and is no secret yet: it counts as told, and comes no more unless it becomes one. */
  takeHeld(): string;
  leave(): void;
}

export class Followers {
  readonly #transcript: Transcript;
  readonly #redaction: Redaction;
  readonly #maxChars: number;
  readonly #clock: Clock;
  readonly #ready: () => void;
  readonly #all = new Set<object>();
  #feed: OutputFeed | undefined;

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
    this.#ready = ready;
  }

  follow(): Follower {
    this.#feed ??= this.#open();
    const feed = this.#feed;
    const place = new Place(feed);
    const me: Follower = {
      read: () => place.read(),
      get behind() {
        return place.behind;
      },
      get waits() {
        return place.waits;
      },
      takeHeld: () => place.takeHeld(),
      leave: () => this.#leave(me),
    };
    this.#all.add(me);
    return me;
  }

  push(text: string): void {
    this.#feed?.push(text);
  }

  end(): void {
    this.#feed?.end();
  }

  close(): void {
    this.#feed?.close();
    this.#feed = undefined;
    this.#all.clear();
  }

  #leave(me: Follower): void {
    this.#all.delete(me);
    if (this.#all.size === 0) this.close();
  }

  #open(): OutputFeed {
    const { cols } = this.#transcript;
    const before = this.#transcript.tailWithKeptBack(limits.blockChars);
    return new OutputFeed(this.#redaction, before, this.#maxChars, this.#clock, this.#ready, cols);
  }
}

/** How far one follower has read. What was held back when it began came before it: it is told none of that. */
class Place {
  readonly #feed: OutputFeed;
  #cursor: number;
  #old: string;

  constructor(feed: OutputFeed) {
    this.#feed = feed;
    this.#cursor = feed.cursor;
    this.#old = feed.held;
  }

  get behind(): boolean {
    this.#passOld();
    return this.#cursor < this.#feed.cursor;
  }

  read(): FeedPart {
    this.#passOld();
    const part = this.#feed.read(this.#cursor);
    this.#cursor = part.to;
    return part;
  }

  get waits(): boolean {
    return !this.behind && this.#old !== this.#feed.held;
  }

  takeHeld(): string {
    const { held } = this.#feed;
    if (!this.waits || !held.startsWith(this.#old) || !this.#feed.isPlain) return '';
    const fresh = held.slice(this.#old.length);
    this.#old = held;
    return fresh;
  }

  /** Up to where it ends, or to where it became part of a secret: that stays, hidden. */
  #passOld(): void {
    if (this.#old === '') return;
    const { text } = this.#feed.read(this.#cursor);
    const same = sameLength(text, this.#old);
    this.#cursor += same;
    this.#old = same === text.length ? this.#old.slice(same) : '';
  }
}
