/** States of adapters as news for one connection: each adapter is watched while somebody wants to hear of it. */
import type { Adapter } from '../../core/adapter/adapter.ts';
import type { State } from '../../core/adapter/state.ts';
import { StateWatch } from '../../core/adapter/stateWatch.ts';
import type { World } from '../../core/world.ts';
import type { Caller } from '../../rpc/call.ts';
import { stateChanged } from './events/stateChanged.ts';

interface Watched {
  readonly watch: StateWatch;
  /** The newest that has not been told. */
  news?: State | undefined;
}

export class AdapterNews {
  readonly #world: World;
  readonly #caller: Caller;
  readonly #wanted: (adapter: Adapter) => boolean;
  /** There is something to tell. */
  readonly #heard: () => void;
  readonly #watched = new Map<Adapter, Watched>();
  readonly #stop: () => void;

  constructor(world: World, caller: Caller, wanted: (adapter: Adapter) => boolean, heard: () => void) {
    this.#world = world;
    this.#caller = caller;
    this.#wanted = wanted;
    this.#heard = heard;
    this.#stop = world.adapters.listen((adapter, news) =>
      news === 'opened' ? this.#watch(adapter) : this.#forget(adapter),
    );
    this.renew();
  }

  /** Whom one wants to hear of may have changed. */
  renew(): void {
    for (const adapter of this.#watched.keys()) if (!this.#wanted(adapter)) this.#forget(adapter);
    for (const adapter of this.#world.adapters.all()) this.#watch(adapter);
  }

  /** Those whose session is held are told later. */
  tell(held: (adapter: Adapter) => boolean): void {
    for (const [adapter, watched] of this.#watched) {
      if (this.#caller.clogged) return;
      const { news: state } = watched;
      if (!state || held(adapter)) continue;
      watched.news = undefined;
      const { id, session } = adapter;
      this.#caller.notify(stateChanged.name, {
        adapter: id,
        session: session.id,
        sequence: state.sequence,
        state,
      });
    }
  }

  end(): void {
    this.#stop();
    for (const adapter of this.#watched.keys()) this.#forget(adapter);
  }

  #watch(adapter: Adapter): void {
    if (
      this.#watched.has(adapter) ||
      !this.#wanted(adapter) ||
      !adapter.plugin.permissions.has('screen.read')
    )
      return;
    const watched: Watched = {
      watch: new StateWatch(adapter, this.#world.sessions, (state) => {
        watched.news = state;
        this.#heard();
      }),
    };
    this.#watched.set(adapter, watched);
  }

  #forget(adapter: Adapter): void {
    this.#watched.get(adapter)?.watch.end();
    this.#watched.delete(adapter);
  }
}
