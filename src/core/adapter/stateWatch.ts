/**
 * Tells each new state of an adapter without being asked. One question is under way at a time: what happens meanwhile
 * is one more question after it, so that a program that writes without a pause costs no more than the plugin takes.
 */
import type { Disarm } from '../../platform/clock.ts';
import type { Registry } from '../session/registry.ts';
import type { Adapter } from './adapter.ts';
import type { Sighting } from './classifier.ts';
import type { State } from './state.ts';

export class StateWatch {
  readonly #adapter: Adapter;
  readonly #told: (state: State) => void;
  readonly #stop: readonly (() => void)[];
  #last = '';
  #asking = false;
  #again = false;
  #over = false;
  #disarm: Disarm | undefined;

  constructor(adapter: Adapter, sessions: Registry, told: (state: State) => void) {
    this.#adapter = adapter;
    this.#told = told;
    this.#stop = [
      sessions.listen((session) => session === adapter.session && this.#look()),
      adapter.onActed(() => this.#look()),
    ];
    this.#look();
  }

  end(): void {
    this.#over = true;
    this.#disarm?.();
    for (const stop of this.#stop) stop();
  }

  #look(): void {
    this.#disarm?.();
    this.#again = this.#asking;
    if (this.#asking || this.#over || this.#adapter.session.closed) return;
    this.#asking = true;
    this.#adapter.classifier
      .now()
      .then(
        (sighting) => this.#seen(sighting),
        // The session was closed meanwhile: there is no state to tell.
        () => this.end(),
      )
      .finally(() => this.#answered());
  }

  #answered(): void {
    this.#asking = false;
    if (this.#again) this.#look();
  }

  #seen({ state, recheckAt }: Sighting): void {
    if (this.#over) return;
    const { sequence, ...rest } = state;
    const said = JSON.stringify(rest);
    if (said !== this.#last) this.#told(state);
    this.#last = said;
    if (recheckAt === undefined || this.#again) return;
    const { clock } = this.#adapter.session;
    this.#disarm = clock.after(Math.max(0, recheckAt - clock.now()), () => this.#look());
  }
}
