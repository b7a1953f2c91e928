/** Waits by the names that their callers gave them, so that any connection can cancel one. */
import type { Wait } from './waits.ts';

export class WaitNames {
  readonly #named = new Map<string, Set<Wait>>();

  add(name: string, wait: Wait): void {
    const waits = this.#named.get(name) ?? new Set();
    this.#named.set(name, waits.add(wait));
    wait.onEnd(() => {
      waits.delete(wait);
      if (waits.size === 0 && this.#named.get(name) === waits) this.#named.delete(name);
    });
  }

  /** Whether there was one to cancel. */
  cancel(name: string): boolean {
    const waits = [...(this.#named.get(name) ?? [])];
    for (const wait of waits) wait.cancel('wait_id');
    return waits.length > 0;
  }
}
