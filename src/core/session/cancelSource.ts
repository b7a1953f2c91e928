/** A cancellation that may come from the request that was made, or from whoever holds this. */
import type { Cancellation, WaitCancel } from './waits.ts';

export class CancelSource implements Cancellation {
  readonly #outer: Cancellation;
  readonly #listeners = new Set<() => void>();
  #reason: WaitCancel | undefined;

  constructor(outer: Cancellation) {
    this.#outer = outer;
  }

  get cancelled(): boolean {
    return this.#reason !== undefined || this.#outer.cancelled;
  }

  get reason(): WaitCancel | undefined {
    return this.#reason ?? this.#outer.reason;
  }

  cancel(reason: WaitCancel): void {
    if (this.cancelled) return;
    this.#reason = reason;
    for (const listener of this.#listeners) listener();
  }

  onCancel(listener: () => void): () => void {
    const forget = this.#outer.onCancel(listener);
    this.#listeners.add(listener);
    return () => {
      forget();
      this.#listeners.delete(listener);
    };
  }
}
