/**
 * Whose turn it is to write. Whoever pauses between writes keeps the turn until the last one, so that nobody's input
 * ends up in the middle of another's. While nobody pauses nobody waits: a turn is taken and given back at once.
 */
import { fault } from '../faults.ts';
import type { Cancellation } from './waits.ts';

export class InputTurns {
  readonly #waiting = new Set<() => void>();
  #taken = false;

  take<T>(deed: () => T | Promise<T>, cancellation: Cancellation): T | Promise<T> {
    return this.#taken ? this.#later(deed, cancellation) : this.#do(deed);
  }

  #later<T>(deed: () => T | Promise<T>, cancellation: Cancellation): Promise<T> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        uncancel();
        try {
          resolve(this.#do(deed));
        } catch (problem) {
          reject(problem);
        }
      };
      const uncancel = cancellation.onCancel(() => {
        this.#waiting.delete(begin);
        reject(fault.Cancelled({ reason: cancellation.reason ?? 'request' }));
      });
      this.#waiting.add(begin);
    });
  }

  #do<T>(deed: () => T | Promise<T>): T | Promise<T> {
    const done = deed();
    if (!(done instanceof Promise)) return done;
    this.#taken = true;
    return done.finally(() => this.#release());
  }

  /** Begins the next ones in this very turn, up to one that pauses: whoever comes later stays behind them. */
  #release(): void {
    this.#taken = false;
    for (const begin of this.#waiting) {
      if (this.#taken) return;
      this.#waiting.delete(begin);
      begin();
    }
  }
}
