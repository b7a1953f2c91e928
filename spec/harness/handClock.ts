import type { Clock } from '#platform/clock.ts';

/** A clock that advances only when `pass` is called or `ms` is set. */
export class HandClock implements Clock {
  ms = 0;
  #due = new Map<() => void, number>();
  now = () => this.ms;
  wall = () => this.ms;
  after = (ms: number, due: () => void) => {
    this.#due.set(due, this.ms + ms);
    return { dispose: () => void this.#due.delete(due) };
  };
  get pending() {
    return this.#due.size;
  }
  pass(ms: number) {
    this.ms += ms;
    for (const [due, at] of [...this.#due]) if (at <= this.ms && this.#due.delete(due)) due();
  }
}
