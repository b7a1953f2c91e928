/** A manual clock for specs. */
import { type Clock, systemClock } from '#platform/clock.ts';

/** Time advances only when a spec calls `pass`, which runs the timers that are due. */
export class ByHand implements Clock {
  readonly wall = systemClock.wall;
  readonly #due = new Set<{ at: number; due: () => void }>();
  #now = 0;
  now = () => this.#now;

  after(ms: number, due: () => void) {
    const one = { at: this.#now + ms, due };
    this.#due.add(one);
    return { dispose: () => void this.#due.delete(one) };
  }

  pass(ms: number): void {
    this.#now += ms;
    for (const one of [...this.#due]) {
      if (one.at <= this.#now && this.#due.delete(one)) one.due();
    }
  }
}
