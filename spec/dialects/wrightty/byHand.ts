/** A clock that a spec turns. */
import { type Clock, systemClock } from '../../../src/platform/clock.ts';

/** Time passes when a spec says so; what is due then comes. */
export class ByHand implements Clock {
  readonly wall = systemClock.wall;
  readonly #due = new Set<{ at: number; due: () => void }>();
  #now = 0;
  now = () => this.#now;

  after(ms: number, due: () => void) {
    const one = { at: this.#now + ms, due };
    this.#due.add(one);
    return () => void this.#due.delete(one);
  }

  pass(ms: number): void {
    this.#now += ms;
    for (const one of [...this.#due]) {
      if (one.at <= this.#now && this.#due.delete(one)) one.due();
    }
  }
}
