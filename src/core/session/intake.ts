/**
 * Output on its way from the PTY to the emulator: cut into slices, parsed at once, and when that takes longer than a
 * turn may last, the PTY is paused, the rest is kept, and everybody else gets their turn first.
 */
import type { Clock } from '../../platform/clock.ts';
import { limits } from '../limits.ts';

export interface Stages {
  /** Parses one slice. */
  take(slice: Uint8Array): void;
  /** A turn's share has been parsed. */
  parsed(): void;
  /** All of it has been parsed: the PTY may go on. */
  resume(): void;
}

export class Intake {
  readonly #stages: Stages;
  readonly #clock: Clock;
  #rest: Uint8Array[] = [];

  constructor(stages: Stages, clock: Clock) {
    this.#stages = stages;
    this.#clock = clock;
  }

  /** The bytes are the PTY's to use again once this returns. False asks it to pause until `resume`. */
  output(bytes: Uint8Array): boolean {
    if (this.#rest.length > 0) {
      this.#rest.push(Uint8Array.from(bytes));
      return false;
    }
    const left = this.#parse(bytes);
    const all = left.length === 0;
    if (!all) this.#later(left);
    this.#stages.parsed();
    return all;
  }

  /** Parses whatever is kept: the program has ended, or the session is about to be read for the last time. */
  finish(): void {
    for (const bytes of this.#rest.splice(0)) this.#parse(bytes, Number.POSITIVE_INFINITY);
    this.#stages.parsed();
  }

  #later(left: Uint8Array): void {
    this.#rest.push(Uint8Array.from(left));
    setImmediate(() => this.#goOn());
  }

  #goOn(): void {
    const next = this.#rest.shift();
    if (!next) return;
    const left = this.#parse(next);
    if (left.length > 0) this.#rest.unshift(left);
    if (this.#rest.length > 0) setImmediate(() => this.#goOn());
    else this.#stages.resume();
    this.#stages.parsed();
  }

  /** What is left when the turn's time is over. */
  #parse(bytes: Uint8Array, budget = limits.sliceBudgetMs): Uint8Array {
    const end = bytes.length > limits.sliceBytes ? this.#clock.now() + budget : Number.POSITIVE_INFINITY;
    let at = 0;
    while (at < bytes.length) {
      this.#stages.take(bytes.subarray(at, at + limits.sliceBytes));
      at += limits.sliceBytes;
      if (this.#clock.now() >= end) break;
    }
    return bytes.subarray(at);
  }
}
