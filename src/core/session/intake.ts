/**
 * Output on its way from the PTY to the emulator: cut into slices, parsed at once, and when that takes longer than a
 * turn may last, the PTY is paused, the rest is kept, and everybody else gets their turn first.
 */
import type { Clock } from '../../platform/clock.ts';
import { limits } from '../limits.ts';

export interface Source {
  pause(): void;
  resume(): void;
}

export class Intake {
  readonly #clock: Clock;
  readonly #take: (slice: Uint8Array) => void;
  readonly #parsed: () => void;
  #rest: Uint8Array[] = [];
  #source: Source | undefined;

  /** `take` parses one slice; `parsed` is told at the end of each turn's share. */
  constructor(clock: Clock, take: (slice: Uint8Array) => void, parsed: () => void) {
    this.#clock = clock;
    this.#take = take;
    this.#parsed = parsed;
  }

  /** The bytes are the PTY's to use again once this returns. */
  output(bytes: Uint8Array, source: Source): void {
    if (this.#rest.length > 0) {
      this.#rest.push(Uint8Array.from(bytes));
      return;
    }
    const left = this.#parse(bytes);
    if (left.length > 0) this.#later(left, source);
    this.#parsed();
  }

  /** Parses whatever is kept: the program has ended, or the session is about to be read for the last time. */
  finish(): void {
    for (const bytes of this.#rest.splice(0)) this.#parse(bytes, Number.POSITIVE_INFINITY);
    this.#parsed();
  }

  #later(left: Uint8Array, source: Source): void {
    this.#rest.push(Uint8Array.from(left));
    this.#source = source;
    source.pause();
    setImmediate(() => this.#goOn());
  }

  #goOn(): void {
    const next = this.#rest.shift();
    if (!next) return;
    const left = this.#parse(next);
    if (left.length > 0) this.#rest.unshift(left);
    if (this.#rest.length > 0) setImmediate(() => this.#goOn());
    else this.#source?.resume();
    this.#parsed();
  }

  /** What is left when the turn's time is over. */
  #parse(bytes: Uint8Array, budget = limits.sliceBudgetMs): Uint8Array {
    const end = bytes.length > limits.sliceBytes ? this.#clock.now() + budget : Number.POSITIVE_INFINITY;
    let at = 0;
    while (at < bytes.length) {
      this.#take(bytes.subarray(at, at + limits.sliceBytes));
      at += limits.sliceBytes;
      if (this.#clock.now() >= end) break;
    }
    return bytes.subarray(at);
  }
}
