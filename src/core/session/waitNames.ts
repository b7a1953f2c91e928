/** Waits by the names that their callers gave them, so that any connection can cancel one. */
import { CancelSource } from './cancelSource.ts';
import type { Cancellation } from './waits.ts';

export interface Named {
  readonly cancellation: Cancellation;
  /** The deed is over: the name is free. */
  leave(): void;
}

export class WaitNames {
  readonly #named = new Map<string, Set<CancelSource>>();

  /** From now on the name cancels too, whether the deed still types or already waits. */
  join(name: string | undefined, cancellation: Cancellation): Named {
    if (name === undefined) return { cancellation, leave: () => {} };
    const source = new CancelSource(cancellation);
    const sources = this.#named.get(name) ?? new Set();
    this.#named.set(name, sources.add(source));
    const leave = () => {
      sources.delete(source);
      if (sources.size === 0 && this.#named.get(name) === sources) this.#named.delete(name);
    };
    return { cancellation: source, leave };
  }

  /** Whether there was one to cancel. */
  cancel(name: string): boolean {
    const sources = [...(this.#named.get(name) ?? [])];
    for (const source of sources) source.cancel('wait_id');
    return sources.length > 0;
  }
}
