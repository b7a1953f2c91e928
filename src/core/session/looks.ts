/**
 * Looks for what is waited for, of a whole server. They happen in the turn of the output, as long as all of them together
 * leave time for others; those that do not are caught up on in later turns, between which everybody gets theirs.
 *
 * Turns are not told apart: that would take one more for each look. So time adds up over quiet ones, and now and then a
 * look comes a turn later than it had to, which costs microseconds.
 */
import type { Clock } from '../../platform/clock.ts';
import { limits } from '../limits.ts';

export class Looks {
  readonly #clock: Clock;
  readonly #late = new Set<() => void>();
  #spentMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Now, or later: then once, however often it was asked for. */
  take(look: () => void): void {
    if (this.#late.size > 0 || this.#spentMs >= limits.looksMs) this.later(look);
    else this.#now(look);
  }

  later(look: () => void): void {
    if (this.#late.size === 0) setImmediate(() => this.#catchUp());
    this.#late.add(look);
  }

  #now(look: () => void): void {
    const began = this.#clock.now();
    look();
    this.#spentMs += this.#clock.now() - began;
  }

  #catchUp(): void {
    this.#spentMs = 0;
    for (const look of this.#late) {
      if (this.#spentMs >= limits.looksMs) break;
      this.#late.delete(look);
      this.#now(look);
    }
    if (this.#late.size > 0) setImmediate(() => this.#catchUp());
  }
}
