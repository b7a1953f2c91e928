/**
 * Reports each new state of an adapter to a subscriber, also one that another request has found: a client that gets a
 * state in a reply is notified of it no later. One classification runs at a time, and changes meanwhile cause one more
 * after it. A program that writes without a pause therefore costs no more than the plugin can handle.
 */

import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import type { Adapter } from './adapter.ts';
import type { Classification, State } from './classifier.ts';

export class StateWatcher {
  readonly #adapter: Adapter;
  readonly #onState: (state: State) => void;
  readonly #listeners: readonly Disposable[];
  #last = '';
  #pending = false;
  #again = false;
  #ended = false;
  #timer: Disposable | undefined;

  constructor(adapter: Adapter, onState: (state: State) => void) {
    this.#adapter = adapter;
    this.#onState = onState;
    this.#listeners = [
      adapter.session.onUpdate(() => this.#check()),
      adapter.onActed(() => this.#check()),
      adapter.classifier.onClassified((classification) => this.#handleState(classification)),
    ];
    this.#check();
  }

  dispose(): void {
    this.#ended = true;
    this.#timer?.dispose();
    disposeAll(this.#listeners);
  }

  #check(): void {
    this.#timer?.dispose();
    this.#again = this.#pending;
    if (this.#pending || this.#ended || this.#adapter.session.closed) return;
    this.#pending = true;
    this.#adapter.classifier
      .classifyNow()
      // The session was closed meanwhile, so no state is reported.
      .catch(() => this.dispose())
      .finally(() => this.#handleAnswered());
  }

  #handleAnswered(): void {
    this.#pending = false;
    if (this.#again) this.#check();
  }

  #handleState({ state, recheckAt }: Classification): void {
    if (this.#ended) return;
    const { sequence, ...rest } = state;
    const json = JSON.stringify(rest);
    if (json !== this.#last) this.#onState(state);
    this.#last = json;
    this.#timer?.dispose();
    if (recheckAt === undefined || this.#again) return;
    const { clock } = this.#adapter.session;
    this.#timer = clock.after(Math.max(0, recheckAt - clock.now()), () => this.#check());
  }
}
