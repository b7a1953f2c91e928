/** The one idiom for lifetimes (`Disposable`), for listeners (`Emitter`) and for cancellation (`AbortSignal`). */

/** Something that lasts until it is disposed: a listener, a timer, a registration. */
export interface Disposable {
  dispose(): void;
}

export function disposeAll(disposables: Iterable<Disposable>): void {
  for (const one of disposables) one.dispose();
}

interface Listener<Args extends readonly unknown[]> extends Disposable {
  notify(...args: Args): void;
}

/**
 * Calls its listeners at once, in the order in which they were added. An error that a listener throws reaches the
 * caller of `fire`.
 */
export class Emitter<Args extends readonly unknown[] = []> {
  readonly #listeners = new Set<Listener<Args>>();

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Adds a listener. Its owner publishes this as `onX`. */
  readonly event = (notify: (...args: Args) => void): Disposable => {
    const listener = { notify, dispose: () => void this.#listeners.delete(listener) };
    this.#listeners.add(listener);
    return listener;
  };

  fire(...args: Args): void {
    for (const listener of this.#listeners) listener.notify(...args);
  }
}

/** Calls the listener once the signal aborts. Must be disposed if the signal may outlive the listener. */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): Disposable {
  signal?.addEventListener('abort', listener, { once: true });
  return { dispose: () => signal?.removeEventListener('abort', listener) };
}

/** A controller that also aborts when `outer` does. Much cheaper than `AbortSignal.any`. */
export class LinkedAbortController extends AbortController implements Disposable {
  readonly #listener: Disposable;

  constructor(outer: AbortSignal | undefined) {
    super();
    const abort = () => this.abort(outer!.reason);
    if (outer?.aborted) abort();
    this.#listener = onAbort(outer, abort);
  }

  /** Leaves `outer`. Must be called if `outer` may live longer. */
  dispose(): void {
    this.#listener.dispose();
  }
}

interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
}

/** A promise that is resolved from outside: `Promise.withResolvers`, which Node 20 does not have. */
export function createDeferred<Value = void>(): Deferred<Value> {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
