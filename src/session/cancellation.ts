/** Cancellation of waits: by the request that started them, by code that owns a source, or by name. */
import type { Cancellation, CancelReason } from './waits.ts';

export class CancellationSource implements Cancellation {
  readonly #outer: Cancellation;
  readonly #listeners = new Set<() => void>();
  #reason: CancelReason | undefined;

  constructor(outer: Cancellation) {
    this.#outer = outer;
  }

  get cancelled(): boolean {
    return this.#reason !== undefined || this.#outer.cancelled;
  }

  get reason(): CancelReason | undefined {
    return this.#reason ?? this.#outer.reason;
  }

  cancel(reason: CancelReason): void {
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

/** Waits by the names that callers gave them. Any connection can cancel a wait by name. */
export interface NamedWait {
  readonly cancellation: Cancellation;
  /** Releases the name when the operation has ended. */
  release(): void;
}

export class NamedWaits {
  readonly #sources = new Map<string, Map<CancellationSource, string | undefined>>();

  /** The name also cancels the wait, both during its input and while it waits. */
  register(name: string | undefined, cancellation: Cancellation, adapter?: string): NamedWait {
    if (name === undefined) return { cancellation, release: () => {} };
    const source = new CancellationSource(cancellation);
    const sources = this.#sources.get(name) ?? new Map();
    this.#sources.set(name, sources.set(source, adapter));
    const leave = () => {
      sources.delete(source);
      if (sources.size === 0 && this.#sources.get(name) === sources) this.#sources.delete(name);
    };
    return { cancellation: source, release: leave };
  }

  /** The adapter that owns the wait with this name, if any. */
  adapterOf(name: string): string | undefined {
    return [...(this.#sources.get(name)?.values() ?? [])].find((adapter) => adapter !== undefined);
  }

  /** Returns false if no wait has this name. */
  cancel(name: string): boolean {
    const sources = [...(this.#sources.get(name)?.keys() ?? [])];
    for (const source of sources) source.cancel('wait_id');
    return sources.length > 0;
  }
}
