/**
 * Reports each new state of an adapter to a subscriber. One classification runs at a time, and changes meanwhile cause
 * one more after it. A program that writes without a pause therefore costs no more than the plugin can handle.
 */

import type { CancelTimer } from '#platform/clock.ts';
import type { SessionRegistry } from '#session/registry.ts';
import type { Adapter } from './adapter.ts';
import type { Classification } from './classifier.ts';
import type { State } from './state.ts';

export class StateWatcher {
  readonly #adapter: Adapter;
  readonly #onState: (state: State) => void;
  readonly #unsubscribe: readonly (() => void)[];
  #last = '';
  #pending = false;
  #again = false;
  #ended = false;
  #disarm: CancelTimer | undefined;

  constructor(adapter: Adapter, sessions: SessionRegistry, told: (state: State) => void) {
    this.#adapter = adapter;
    this.#onState = told;
    this.#unsubscribe = [
      sessions.onUpdate((session) => session === adapter.session && this.#check()),
      adapter.onActed(() => this.#check()),
    ];
    this.#check();
  }

  end(): void {
    this.#ended = true;
    this.#disarm?.();
    for (const stop of this.#unsubscribe) stop();
  }

  #check(): void {
    this.#disarm?.();
    this.#again = this.#pending;
    if (this.#pending || this.#ended || this.#adapter.session.closed) return;
    this.#pending = true;
    this.#adapter.classifier
      .classifyNow()
      .then(
        (sighting) => this.#handleState(sighting),
        // The session was closed meanwhile, so no state is reported.
        () => this.end(),
      )
      .finally(() => this.#handleAnswered());
  }

  #handleAnswered(): void {
    this.#pending = false;
    if (this.#again) this.#check();
  }

  #handleState({ state, recheckAt }: Classification): void {
    if (this.#ended) return;
    const { sequence, ...rest } = state;
    const said = JSON.stringify(rest);
    if (said !== this.#last) this.#onState(state);
    this.#last = said;
    if (recheckAt === undefined || this.#again) return;
    const { clock } = this.#adapter.session;
    this.#disarm = clock.after(Math.max(0, recheckAt - clock.now()), () => this.#check());
  }
}
