/** Waits by the names that their callers gave them, so that any connection can cancel one. */
import { CancelSource } from './cancelSource.ts';
import type { Cancellation } from './waits.ts';

export interface Named {
  readonly cancellation: Cancellation;
  /** The deed is over: the name is free. */
  leave(): void;
}

export class WaitNames {
  readonly #named = new Map<string, Map<CancelSource, string | undefined>>();

  /** From now on the name cancels too, whether the deed still types or already waits. */
  join(name: string | undefined, cancellation: Cancellation, adapter?: string): Named {
    if (name === undefined) return { cancellation, leave: () => {} };
    const source = new CancelSource(cancellation);
    const sources = this.#named.get(name) ?? new Map();
    this.#named.set(name, sources.set(source, adapter));
    const leave = () => {
      sources.delete(source);
      if (sources.size === 0 && this.#named.get(name) === sources) this.#named.delete(name);
    };
    return { cancellation: source, leave };
  }

  /** The adapter whose wait has that name, if it is one's. */
  adapterOf(name: string): string | undefined {
    return [...(this.#named.get(name)?.values() ?? [])].find((adapter) => adapter !== undefined);
  }

  /** Whether there was one to cancel. */
  cancel(name: string): boolean {
    const sources = [...(this.#named.get(name)?.keys() ?? [])];
    for (const source of sources) source.cancel('wait_id');
    return sources.length > 0;
  }
}
