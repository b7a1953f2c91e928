/** Whether anything goes on in a session: each output and each input is one more. */
import type { Clock } from '../../platform/clock.ts';

export class Activity {
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  /** When the last was. */
  at: number;
  /** How many there were. */
  generation = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.at = clock.now();
  }

  came(): void {
    this.generation += 1;
    this.at = this.#clock.now();
    for (const listener of this.#listeners) listener();
  }

  onCome(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
