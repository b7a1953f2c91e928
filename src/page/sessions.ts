/** All sessions of the server, kept up to date by its events. */

import type { SessionInfo, State } from '#client/api.ts';
import type { BaseClient } from '#client/baseClient.ts';
import { systemClock } from '#platform/clock.ts';
import { Emitter } from '#platform/lifetimes.ts';
import type { ColorOverrides } from './colors.ts';
import { coalesce } from './timers.ts';

export interface SessionEntry {
  readonly id: string;
  readonly details: SessionInfo;
  /** When the details arrived, by the clock of this page. */
  readonly updatedAt: number;
  readonly adapter?: { readonly id: string; readonly plugin: string };
  readonly state?: State;
  /** The colors that the program has set. */
  readonly colorOverrides: ColorOverrides;
}

/** `updated`: what is known about the session changed. `shown`: its screen may have changed. */
export type SessionNews = 'updated' | 'shown' | 'gone';
type SessionListener = (id: string, update: SessionNews) => void;

const noOverrides: ColorOverrides = {};

/** Between two requests for the details of one session. */
const refreshMs = 100;

export class SessionStore {
  readonly #client: BaseClient;
  readonly #entries = new Map<string, SessionEntry>();
  readonly #colorOverrides = new Map<string, ColorOverrides>();
  readonly #renew = new Map<string, () => void>();
  readonly #onChange = new Emitter<Parameters<SessionListener>>();
  readonly onChange = this.#onChange.event;

  constructor(client: BaseClient) {
    this.#client = client;
  }

  all(): readonly SessionEntry[] {
    return [...this.#entries.values()];
  }

  get(id: string): SessionEntry | undefined {
    return this.#entries.get(id);
  }

  async start(): Promise<void> {
    const { calls, news } = this.#client;
    const { opened, exited, waiting, warning, labelled, held } = news.session;
    for (const listen of [opened, exited, waiting, warning, labelled, held])
      listen(({ session }) => this.refresh(session));
    news.session.changed(({ session }) => this.#handleScreenChange(session));
    news.layer.changed(({ session }) => this.#handleScreenChange(session));
    news.session.terminal(({ session, kind }) => {
      this.refresh(session);
      if (kind === 'palette') void this.#loadColors(session);
    });
    news.session.closed(({ session }) => this.#remove(session));
    news.adapter.state_changed(({ session, adapter, state }) => this.#setState(session, adapter, state));
    const all = { output: false, waits: true, lifecycle: true, layers: true };
    await calls.server.set_notifications({ enabled: true, ...all });
    const { details = [] } = await calls.session.list({ details: true });
    for (const each of details) this.#update(each);
    await this.#loadAdapters();
    for (const { session } of details) void this.#loadColors(session);
  }

  /** Requests the details of a session, at most ten times a second. */
  refresh(id: string): void {
    const renew =
      this.#renew.get(id) ??
      coalesce(
        async () => this.#update(await this.#client.calls.session.info({ session: id })),
        refreshMs,
        // The session may be closed by now; an event reports that too.
        () => {},
      );
    this.#renew.set(id, renew);
    renew();
  }

  #handleScreenChange(id: string): void {
    if (!this.#entries.has(id)) return this.refresh(id);
    this.#onChange.fire(id, 'shown');
  }

  #remove(id: string): void {
    this.#entries.delete(id);
    this.#renew.delete(id);
    this.#colorOverrides.delete(id);
    this.#onChange.fire(id, 'gone');
  }

  #setState(id: string, adapter: string, state: State): void {
    const known = this.#entries.get(id);
    if (known?.adapter?.id !== adapter) void this.#loadAdapters();
    if (known) this.#entries.set(id, { ...known, state });
    this.#onChange.fire(id, 'updated');
    this.refresh(id);
  }

  #update(details: SessionInfo): void {
    const id = details.session;
    const before = this.#entries.get(id);
    this.#entries.set(id, {
      ...before,
      id,
      details,
      updatedAt: systemClock.now(),
      colorOverrides: this.#colorOverrides.get(id) ?? noOverrides,
    });
    this.#onChange.fire(id, 'updated');
  }

  async #loadAdapters(): Promise<void> {
    const { adapters } = await this.#client.calls.adapter.live({});
    for (const { adapter, plugin, session } of adapters) {
      const known = this.#entries.get(session);
      if (!known || known.adapter?.id === adapter) continue;
      this.#entries.set(session, { ...known, adapter: { id: adapter, plugin } });
      const { state } = await this.#client.calls.adapter.state({ adapter });
      this.#entries.set(session, { ...this.#entries.get(session)!, state });
      this.#onChange.fire(session, 'updated');
    }
  }

  async #loadColors(id: string): Promise<void> {
    const requested = this.#client.calls.session.palette({ session: id });
    // A session that was closed meanwhile has no palette.
    const { colors, changed } = await requested.catch(() => ({ colors: {} as ColorOverrides, changed: [] }));
    if (changed.length === 0 && !this.#colorOverrides.has(id)) return;
    const made = Object.fromEntries(changed.map((name) => [name, colors[name]!]));
    this.#colorOverrides.set(id, made);
    const known = this.#entries.get(id);
    if (known) this.#entries.set(id, { ...known, colorOverrides: made });
    this.#onChange.fire(id, 'updated');
  }
}

/** The status of a session in one word, from the server and the plugin. */
type SessionStatus = 'needs you' | 'failed' | 'held' | 'ready' | 'busy' | 'running' | 'ended';

export function sessionStatus({ details, state }: Pick<SessionEntry, 'details' | 'state'>): SessionStatus {
  if (details.exit) return details.exit.exit_code === 0 ? 'ended' : 'failed';
  if (details.holder) return 'held';
  return state ? stateStatus(state) : 'running';
}

/** Plugins choose the names of states. Most prefixes say whose turn it is. */
function stateStatus({ state }: State): SessionStatus {
  if (/^(?:waiting_for|needs|asks)/.test(state)) return 'needs you';
  if (/error|failed/.test(state)) return 'failed';
  if (/^(?:ready|idle|completed)/.test(state)) return 'ready';
  return 'busy';
}

/** What a program that waits for a person asks, as its plugin reports it. Empty if it does not wait. */
export function formatQuestion(watched: Pick<SessionEntry, 'details' | 'state'>): string {
  const { details, state } = watched;
  if (details.exit || !state || stateStatus(state) !== 'needs you') return '';
  return `${formatState(watched)}: ${state.evidence}`;
}

/** The state in words, or how the program ended. */
export function formatState({ details, state }: Pick<SessionEntry, 'details' | 'state'>): string {
  if (details.exit) return formatExit(details.exit);
  if (state) return state.state.replaceAll('_', ' ');
  return details.holder ? 'taken over' : 'running';
}

const formatExit = ({ exit_code, signal }: NonNullable<SessionEntry['details']['exit']>): string =>
  signal ? `ended by ${signal}` : `ended with ${exit_code ?? 'no status'}`;

/** Its name, or else its title, or else its program. */
export const sessionName = ({ details: { name, title, program } }: Pick<SessionEntry, 'details'>): string =>
  name ?? (title?.trim() || baseName(program));

const baseName = (path: string): string => path.split('/').at(-1) || path;

/** The command line, with the base name of the program. */
export const sessionCommand = ({ details: { program, args } }: Pick<SessionEntry, 'details'>): string =>
  [baseName(program), ...args].join(' ');
