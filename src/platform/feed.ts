/** Merges changes that follow each other quickly, for a receiver that gets them together. */
import type { Clock } from './clock.ts';
import type { Disposable } from './lifetimes.ts';

interface FeedOptions {
  /** Sends what has changed. */
  flush(): void;
  /** Whether the receiver does not read. Nothing is sent then. */
  isBlocked?(): boolean;
  /** Needed with an interval only. */
  readonly clock?: Clock;
  /** Minimum time between the starts of two flushes, in milliseconds; 0 if absent. */
  intervalMs?(): number;
}

/**
 * Sends at the end of the turn in which something changed, or when the interval since the last time is over. While the
 * receiver does not read, it only counts what it skipped.
 */
export class Feed implements Disposable {
  readonly #options: FeedOptions;
  #pending: Disposable | undefined;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #skipped = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Something changed. */
  schedule(): void {
    if (this.#pending) return;
    const { clock, intervalMs } = this.#options;
    const wait = clock && intervalMs ? this.#flushedAt + intervalMs() - clock.now() : 0;
    this.#pending = wait > 0 ? clock!.after(Math.ceil(wait), this.#run) : afterTurn(this.#run);
  }

  flush(): void {
    this.dispose();
    const { clock, isBlocked, flush } = this.#options;
    if (clock) this.#flushedAt = clock.now();
    if (isBlocked?.()) this.skip();
    else flush();
  }

  /** Something was not sent, because the receiver does not read. */
  skip(): void {
    this.#skipped += 1;
  }

  /** Returns how many times something was skipped since the last call. */
  takeSkipped(): number {
    const skipped = this.#skipped;
    this.#skipped = 0;
    return skipped;
  }

  /** The receiver reads again: sends at once if something was skipped. */
  resume(): void {
    if (this.#skipped > 0) this.flush();
  }

  /** Cancels what is scheduled. A later change is sent again. */
  dispose(): void {
    this.#pending?.dispose();
    this.#pending = undefined;
  }

  readonly #run = () => this.flush();
}

function afterTurn(run: () => void): Disposable {
  const immediate = setImmediate(run);
  return { dispose: () => clearImmediate(immediate) };
}
