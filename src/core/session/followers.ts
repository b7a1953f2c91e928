/** Those who follow a session's output. The redacted stream is made once for all of them, and only while there are any. */
import type { Clock } from '../../platform/clock.ts';
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import { createStream } from '../redact/stream.ts';
import { type FeedPart, OutputFeed } from './outputFeed.ts';
import type { Transcript } from './transcript.ts';

export interface Follower {
  /** What has come since the last call. */
  read(): FeedPart;
  readonly behind: boolean;
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
    let cursor = feed.cursor;
    const me: Follower = {
      read: () => {
        const part = feed.read(cursor);
        cursor = part.to;
        return part;
      },
      get behind() {
        return cursor < feed.cursor;
      },
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
    const before = this.#transcript.tail(limits.blockChars);
    return new OutputFeed(createStream(this.#redaction), before, this.#maxChars, this.#clock, this.#ready);
  }
}
