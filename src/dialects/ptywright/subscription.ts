/** Notifications of sessions and adapters for one connection. */

import type { Adapter } from '#adapters/adapter.ts';
import type { State } from '#adapters/state.ts';
import { StateWatcher } from '#adapters/stateWatcher.ts';
import type { Core } from '#core.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import type { Caller } from '#rpc/call.ts';
import type { OutputSubscriber } from '#session/outputSubscribers.ts';
import type { Session, SessionUpdate } from '#session/session.ts';
import type { TerminalEvent, TerminalEventKind } from '#terminal/events.ts';
import { layeredSequence } from '#viewers/readableScreen.ts';
import {
  adapterStateChanged,
  layerChanged,
  sessionChanged,
  sessionClosed,
  sessionExited,
  sessionHeld,
  sessionLabelled,
  sessionOpened,
  sessionOutput,
  sessionTerminal,
  sessionWaiting,
  sessionWarning,
} from './events.ts';
import { getLockStatus } from './inputLock.ts';

interface WatchedAdapter {
  readonly watch: StateWatcher;
  /** The newest state that was not sent yet. */
  pendingState?: State | undefined;
}

/** Sends the states of adapters to one connection. Watches an adapter only while it is selected. */
export class AdapterStateNotifier {
  readonly #world: Core;
  readonly #caller: Caller;
  readonly #isSelected: (adapter: Adapter) => boolean;
  /** Called when a state is ready to send. */
  readonly #onPending: () => void;
  readonly #watched = new Map<Adapter, WatchedAdapter>();
  readonly #adapterUpdates: Disposable;

  constructor(world: Core, caller: Caller, wanted: (adapter: Adapter) => boolean, heard: () => void) {
    this.#world = world;
    this.#caller = caller;
    this.#isSelected = wanted;
    this.#onPending = heard;
    this.#adapterUpdates = world.adapters.onUpdate((adapter, news) =>
      news === 'opened' ? this.#watch(adapter) : this.#unwatch(adapter),
    );
    this.refresh();
  }

  /** Applies a changed selection of adapters. */
  refresh(): void {
    for (const adapter of this.#watched.keys()) if (!this.#isSelected(adapter)) this.#unwatch(adapter);
    for (const adapter of this.#world.adapters.all()) this.#watch(adapter);
  }

  /** Sends the pending states, except for sessions that are paused. */
  flush(held: (adapter: Adapter) => boolean): void {
    for (const [adapter, watched] of this.#watched) {
      if (this.#caller.clogged) return;
      const { pendingState: state } = watched;
      if (!state || held(adapter)) continue;
      watched.pendingState = undefined;
      const { id, session } = adapter;
      this.#caller.notify(adapterStateChanged.name, {
        adapter: id,
        session: session.id,
        sequence: state.sequence,
        state,
      });
    }
  }

  dispose(): void {
    this.#adapterUpdates.dispose();
    for (const adapter of this.#watched.keys()) this.#unwatch(adapter);
  }

  #watch(adapter: Adapter): void {
    if (
      this.#watched.has(adapter) ||
      !this.#isSelected(adapter) ||
      !adapter.plugin.permissions.has('screen.read')
    )
      return;
    const watched: WatchedAdapter = {
      watch: new StateWatcher(adapter, this.#world.sessions, (state) => {
        watched.pendingState = state;
        this.#onPending();
      }),
    };
    this.#watched.set(adapter, watched);
  }

  #unwatch(adapter: Adapter): void {
    this.#watched.get(adapter)?.watch.dispose();
    this.#watched.delete(adapter);
  }
}

/**
 * What a connection subscribes to. Changes of one turn are sent at its end: at most one screen change, one piece of
 * output and one exit per session. While the client does not read, changes are only marked.
 */
export interface NotificationFilter {
  readonly sessions: readonly string[];
  readonly adapters: readonly string[];
  /** Kinds of terminal events; empty means all. */
  readonly kinds: readonly TerminalEventKind[];
  /** Sends the output of programs. */
  readonly output: boolean;
  /** Sends the start and end of waits. */
  readonly waits: boolean;
  /** Sends the opening and closing of sessions. */
  readonly lifecycle: boolean;
  /** Sends changes of overlays and panels. */
  readonly layers: boolean;
}

type PendingChange = SessionUpdate | 'waits' | 'held' | 'layers';

interface WatchedSession {
  readonly session: Session;
  readonly follower: OutputSubscriber | undefined;
  readonly news: Set<PendingChange>;
  readonly listeners: readonly Disposable[];
  warned: number;
  /** The number of the last terminal event that was sent. */
  heard: number;
}

/** The subscription of each connection that has one. */
export const subscriptionByClient = new WeakMap<Caller, NotificationSubscription>();

/** Ends a session; the client gets the reply before the events that the end causes. */
export async function replyBeforeEvents(
  caller: Caller,
  session: Session,
  deed: Promise<void>,
): Promise<void> {
  const pause = subscriptionByClient.get(caller)?.pause(session);
  await deed.finally(() => pause?.dispose());
}

export class NotificationSubscription {
  readonly #world: Core;
  readonly #caller: Caller;
  readonly #watched = new Map<string, WatchedSession>();
  readonly #disposables: readonly Disposable[];
  /** Counts the pending requests of this connection that end a session. Their replies go first. */
  readonly #paused = new Map<Session, number>();
  readonly #adapterStates: AdapterStateNotifier;
  #filter: NotificationFilter;
  #scheduled = false;
  #disposed = false;

  constructor(world: Core, caller: Caller, filter: NotificationFilter) {
    this.#world = world;
    this.#caller = caller;
    this.#filter = filter;
    for (const session of world.sessions.all()) this.#watch(session);
    const ours = ({ session }: Adapter) => this.#isSelected(session);
    this.#adapterStates = new AdapterStateNotifier(world, caller, ours, () => this.#scheduleFlush());
    this.#disposables = [
      world.sessions.onUpdate((session, news) => this.#handleChange(session, news)),
      // The adapter of a session is not known yet when the session opens.
      world.adapters.onUpdate(({ session }, news) => news === 'opened' && this.#watch(session)),
      caller.onClosed(() => this.dispose()),
      caller.onDrained(() => this.#scheduleFlush()),
      this.#adapterStates,
    ];
  }

  /** Subscriptions that remain selected continue without a gap. */
  setFilter(filter: NotificationFilter): void {
    const otherwise = filter.output !== this.#filter.output;
    this.#filter = filter;
    for (const watching of this.#watched.values()) {
      if (otherwise || !this.#isSelected(watching.session)) this.#unwatch(watching);
    }
    for (const session of this.#world.sessions.all()) this.#watch(session);
    this.#adapterStates.refresh();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    disposeAll(this.#disposables);
    for (const watching of this.#watched.values()) this.#unwatch(watching);
  }

  /** Holds back the events of the session until the result is disposed. */
  pause(session: Session): Disposable {
    this.#paused.set(session, (this.#paused.get(session) ?? 0) + 1);
    const dispose = () => {
      const left = this.#paused.get(session)! - 1;
      if (left > 0) this.#paused.set(session, left);
      else this.#paused.delete(session);
      this.#scheduleFlush();
    };
    return { dispose };
  }

  /** Whether this subscription covers the session. */
  includes(session: Session): boolean {
    return this.#watched.has(session.id);
  }

  #isSelected(session: Session): boolean {
    const { id, name } = session;
    const { sessions, adapters } = this.#filter;
    if (sessions.length + adapters.length === 0) return true;
    const adapter = adapters.length > 0 ? this.#world.adapters.findBySession(session)?.id : undefined;
    if (adapter !== undefined && adapters.includes(adapter)) return true;
    return sessions.includes(id) || (name !== undefined && sessions.includes(name));
  }

  #watch(session: Session): WatchedSession | undefined {
    const known = this.#watched.get(session.id);
    if (known || !this.#isSelected(session)) return known;
    const listeners = [
      session.waits.onChange(() => this.#handleChange(session, 'waits')),
      session.inputLock.onChange(() => this.#handleChange(session, 'held')),
      session.layers.onChange(() => this.#handleChange(session, 'layers')),
    ];
    const watching = {
      session,
      follower: this.#filter.output ? session.outputSubscribers.subscribe() : undefined,
      news: new Set<PendingChange>(),
      listeners,
      warned: session.warnings.length,
      heard: session.screen.events.lastNumber,
    };
    this.#watched.set(session.id, watching);
    return watching;
  }

  #handleChange(session: Session, news: PendingChange): void {
    // The exit is the last event of a session, unless the client subscribed to `lifecycle`.
    if (news === 'closed') return this.#filter.lifecycle ? this.#scheduleFlush() : undefined;
    if ((news === 'waits' || news === 'layers') && !this.#filter[news]) return;
    const watching = this.#watch(session);
    if (!watching) return;
    watching.news.add(news);
    this.#scheduleFlush();
  }

  #scheduleFlush(): void {
    if (this.#scheduled || this.#disposed) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (!this.#disposed) this.#flush();
    });
  }

  #flush(): void {
    for (const watching of this.#watched.values()) {
      if (this.#caller.clogged) return;
      if (this.#paused.has(watching.session)) continue;
      if (watching.news.size > 0) this.#sendChanges(watching);
      if (watching.session.closed && watching.session.exit) this.#finish(watching);
    }
    this.#adapterStates.flush(({ session }) => this.#paused.has(session));
  }

  #finish(watching: WatchedSession): void {
    this.#unwatch(watching);
    const { id, screen } = watching.session;
    if (this.#filter.lifecycle)
      this.#caller.notify(sessionClosed.name, { session: id, sequence: screen.sequence });
  }

  #unwatch({ session, follower, listeners }: WatchedSession): void {
    follower?.dispose();
    disposeAll(listeners);
    this.#watched.delete(session.id);
  }

  #sendChanges(watching: WatchedSession): void {
    const { session, follower, news, warned } = watching;
    const about = { session: session.id, sequence: session.screen.sequence };
    if (news.has('opened') && this.#filter.lifecycle) this.#caller.notify(sessionOpened.name, about);
    if (news.has('labelled') && this.#filter.lifecycle)
      this.#caller.notify(sessionLabelled.name, toLabelled(session));
    if (news.delete('changed')) this.#caller.notify(sessionChanged.name, about);
    if (news.delete('layers')) this.#caller.notify(layerChanged.name, toLayerChanged(session));
    if (news.delete('terminal')) this.#sendTerminalEvents(watching);
    while (follower?.hasOutput) {
      if (this.#caller.clogged) return;
      const { text, dropped } = follower.read();
      this.#caller.notify(sessionOutput.name, { ...about, output: text, ...(dropped && { dropped }) });
    }
    if (news.has('waits'))
      this.#caller.notify(sessionWaiting.name, { ...about, pending_waits: session.pendingWaits });
    if (news.has('held'))
      this.#caller.notify(sessionHeld.name, { session: session.id, ...getLockStatus(session, this.#caller) });
    if (news.has('warning')) this.#sendWarnings(session, warned, about);
    if (news.has('exited')) {
      const { exitCode, signal } = session.exit!;
      this.#caller.notify(sessionExited.name, { ...about, exit_code: exitCode, signal });
    }
    news.clear();
  }

  #sendTerminalEvents(watching: WatchedSession): void {
    const { session, heard } = watching;
    const { events } = session.screen;
    watching.heard = events.lastNumber;
    const { kinds } = this.#filter;
    const asked = ({ kind }: TerminalEvent) => kinds.length === 0 || kinds.includes(kind);
    for (const { facts, ...told } of events.since(heard).filter(asked))
      this.#caller.notify(sessionTerminal.name, {
        session: session.id,
        ...told,
        facts: session.redaction.value(facts),
      });
  }

  #sendWarnings(session: Session, told: number, about: { session: string; sequence: number }): void {
    for (const line of session.warnings.slice(told)) {
      this.#caller.notify(sessionWarning.name, { ...about, warning: session.redaction.text(line) });
    }
    this.#watched.get(session.id)!.warned = session.warnings.length;
  }
}

const toLayerChanged = ({ id, screen, layers }: Session) => ({
  session: id,
  sequence: layeredSequence({ screen, layers }),
});

const toLabelled = ({ id, name, tags }: Session) => ({ session: id, name: name ?? null, tags: [...tags] });
