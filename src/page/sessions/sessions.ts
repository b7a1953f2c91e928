/** All sessions of the server as this page knows them, kept up to date by what the server tells. */
import type { Talk } from '../../client/talk.ts';
import { systemClock } from '../../platform/clock.ts';
import { merged } from '../parts/merged.ts';
import type { Made } from '../terminal/colors.ts';

type Calls = Talk['calls'];
export type Told = Awaited<ReturnType<Calls['session']['info']>>;
export type State = Awaited<ReturnType<Calls['adapter']['state']>>['state'];

export interface Watched {
  readonly id: string;
  readonly told: Told;
  /** When it was told, by the clock of this page. */
  readonly at: number;
  readonly adapter?: { readonly id: string; readonly plugin: string };
  readonly state?: State;
  /** The colours that it has made. */
  readonly made: Made;
}

/** `shown`: what the screen shows may be new. */
export type News = 'told' | 'shown' | 'gone';
type Listener = (id: string, news: News) => void;

const none: Made = {};

/** Between two looks at one session. */
const restMs = 100;

export class Sessions {
  readonly #client: Talk;
  readonly #known = new Map<string, Watched>();
  readonly #made = new Map<string, Made>();
  readonly #renew = new Map<string, () => void>();
  readonly #listeners = new Set<Listener>();

  constructor(client: Talk) {
    this.#client = client;
  }

  all(): readonly Watched[] {
    return [...this.#known.values()];
  }

  get(id: string): Watched | undefined {
    return this.#known.get(id);
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async start(): Promise<void> {
    const { calls, news } = this.#client;
    news.session.opened(({ session }) => this.renew(session));
    news.session.changed(({ session }) => this.#shown(session));
    news.layer.changed(({ session }) => this.#shown(session));
    news.session.terminal(({ session, kind }) => {
      this.renew(session);
      if (kind === 'palette') void this.#askColors(session);
    });
    news.session.exited(({ session }) => this.renew(session));
    news.session.waiting(({ session }) => this.renew(session));
    news.session.warning(({ session }) => this.renew(session));
    news.session.labelled(({ session }) => this.renew(session));
    news.session.held(({ session }) => this.renew(session));
    news.session.closed(({ session }) => this.#gone(session));
    news.adapter.state_changed(({ session, adapter, state }) => this.#stated(session, adapter, state));
    const all = { output: false, waits: true, lifecycle: true, layers: true };
    await calls.server.set_notifications({ enabled: true, ...all });
    const { details = [] } = await calls.session.list({ details: true });
    for (const told of details) this.#put(told);
    await this.#meetAdapters();
    for (const { session } of details) void this.#askColors(session);
  }

  /** What is known of a session is asked for again, at most ten times a second. */
  renew(id: string): void {
    const renew =
      this.#renew.get(id) ??
      merged(
        async () => this.#put(await this.#client.calls.session.info({ session: id })),
        restMs,
        // It may be gone by the time that it is asked for; that it is gone is told as well.
        () => {},
      );
    this.#renew.set(id, renew);
    renew();
  }

  #shown(id: string): void {
    if (!this.#known.has(id)) return this.renew(id);
    this.#tell(id, 'shown');
  }

  #gone(id: string): void {
    this.#known.delete(id);
    this.#renew.delete(id);
    this.#made.delete(id);
    this.#tell(id, 'gone');
  }

  #stated(id: string, adapter: string, state: State): void {
    const known = this.#known.get(id);
    if (known?.adapter?.id !== adapter) void this.#meetAdapters();
    if (known) this.#known.set(id, { ...known, state });
    this.#tell(id, 'told');
    this.renew(id);
  }

  #put(told: Told): void {
    const id = told.session;
    const before = this.#known.get(id);
    this.#known.set(id, { ...before, id, told, at: systemClock.now(), made: this.#made.get(id) ?? none });
    this.#tell(id, 'told');
  }

  async #meetAdapters(): Promise<void> {
    const { adapters } = await this.#client.calls.adapter.live({});
    for (const { adapter, plugin, session } of adapters) {
      const known = this.#known.get(session);
      if (!known || known.adapter?.id === adapter) continue;
      this.#known.set(session, { ...known, adapter: { id: adapter, plugin } });
      const { state } = await this.#client.calls.adapter.state({ adapter });
      this.#known.set(session, { ...this.#known.get(session)!, state });
      this.#tell(session, 'told');
    }
  }

  async #askColors(id: string): Promise<void> {
    const asked = this.#client.calls.session.palette({ session: id });
    // A session that is closed meanwhile has none.
    const { colors, changed } = await asked.catch(() => ({ colors: {} as Made, changed: [] }));
    if (changed.length === 0 && !this.#made.has(id)) return;
    const made = Object.fromEntries(changed.map((name) => [name, colors[name]!]));
    this.#made.set(id, made);
    const known = this.#known.get(id);
    if (known) this.#known.set(id, { ...known, made });
    this.#tell(id, 'told');
  }

  #tell(id: string, news: News): void {
    for (const listener of this.#listeners) listener(id, news);
  }
}
