/** Notifications of sessions and adapters for one connection. */

import type { Adapter } from '#adapters/adapter.ts';
import type { State } from '#adapters/state.ts';
import { StateWatcher } from '#adapters/state.ts';
import type { Core } from '#core.ts';
import { limits } from '#limits.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import { z } from '#platform/schema.ts';
import type { Caller } from '#rpc/method.ts';
import { ClientFeed, SessionFeed } from '#session/feed.ts';
import type { Session, SessionLifecycle } from '#session/session.ts';
import { TerminalEventKind, terminalEventKinds } from '#terminal/events.ts';
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
import { Name } from './method.ts';
import { getLockStatus } from './sessionInfo.ts';

interface WatchedAdapter {
  readonly watch: StateWatcher;
  /** The newest state that was not sent yet. */
  pendingState?: State | undefined;
}

/** Sends the states of adapters to one connection. Watches an adapter only while it is selected. */
class AdapterStateNotifier {
  readonly #world: Core;
  readonly #caller: Caller;
  readonly #isSelected: (adapter: Adapter) => boolean;
  /** Called when a state is ready to send. */
  readonly #onPending: () => void;
  readonly #watched = new Map<Adapter, WatchedAdapter>();
  readonly #adapterUpdates: Disposable;

  constructor(world: Core, caller: Caller, isSelected: (adapter: Adapter) => boolean, onChange: () => void) {
    this.#world = world;
    this.#caller = caller;
    this.#isSelected = isSelected;
    this.#onPending = onChange;
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
      const { pendingState } = watched;
      if (!pendingState || held(adapter)) continue;
      watched.pendingState = undefined;
      const { id, session } = adapter;
      this.#caller.notify(adapterStateChanged.name, {
        adapter: id,
        session: session.id,
        sequence: pendingState.sequence,
        state: pendingState,
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
      watch: new StateWatcher(adapter, (state) => {
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

const IdList = z.array(Name).max(limits.sessions).default([]);

/** What a connection subscribes to. */
export const notificationParams = {
  sessions: IdList,
  adapters: IdList,
  kinds: z
    .array(TerminalEventKind)
    .max(terminalEventKinds.length)
    .default([])
    .describe('The kinds of `session.terminal` events to send; empty sends all kinds.'),
  output: z
    .boolean()
    .default(true)
    .describe('Send `session.output`. Disable it if the client reads screens only.'),
  waits: z.boolean().default(false).describe('Send events when waits start and end.'),
  lifecycle: z
    .boolean()
    .default(false)
    .describe('Send events when sessions are created, renamed, tagged or closed.'),
  layers: z.boolean().default(false).describe('Send `layer.changed` when overlays or panels change.'),
};

export type NotificationFilter = z.output<z.ZodObject<typeof notificationParams>>;

/** Changes that a session does not report as its updates. */
type OtherChange = 'waits' | 'held' | 'layers';

interface WatchedSession {
  readonly feed: SessionFeed<OtherChange>;
  readonly listeners: readonly Disposable[];
  /** Number of warnings that were sent. */
  warned: number;
}

/** The subscription of each connection that has one. */
export const subscriptionByClient = new WeakMap<Caller, NotificationSubscription>();

/**
 * Changes of one turn are sent at its end: at most one screen change, one piece of output and one exit per session.
 * While the client does not read, changes are only marked.
 */
export class NotificationSubscription extends ClientFeed<Caller> {
  readonly #world: Core;
  readonly #watched = new Map<Session, WatchedSession>();
  readonly #adapterStates: AdapterStateNotifier;
  #filter: NotificationFilter;

  constructor(world: Core, caller: Caller, filter: NotificationFilter) {
    super(caller);
    this.#world = world;
    this.#filter = filter;
    for (const session of world.sessions.all()) this.#watch(session);
    const ours = ({ session }: Adapter) => this.#isSelected(session);
    this.#adapterStates = new AdapterStateNotifier(world, caller, ours, () => this.schedule());
    this.register(
      world.sessions.onUpdate((session, update) => this.#handleLifecycle(session, update)),
      // The adapter of a session is not known yet when the session opens.
      world.adapters.onUpdate(({ session }, update) => update === 'opened' && this.#watch(session)),
      this.#adapterStates,
    );
  }

  get filter(): NotificationFilter {
    return this.#filter;
  }

  /** Subscriptions that remain selected continue without a gap. */
  setFilter(filter: NotificationFilter): void {
    const otherwise = filter.output !== this.#filter.output;
    this.#filter = filter;
    for (const session of this.#watched.keys()) {
      if (otherwise || !this.#isSelected(session)) this.#unwatch(session);
    }
    for (const session of this.#world.sessions.all()) this.#watch(session);
    this.#adapterStates.refresh();
  }

  override dispose(): void {
    super.dispose();
    for (const session of this.#watched.keys()) this.#unwatch(session);
  }

  /** Whether this subscription covers the session. */
  includes(session: Session): boolean {
    return this.#watched.has(session);
  }

  #isSelected(session: Session): boolean {
    const { id, name } = session;
    const { sessions, adapters } = this.#filter;
    if (sessions.length + adapters.length === 0) return true;
    const adapter = adapters.length > 0 ? this.#world.adapters.findBySession(session)?.id : undefined;
    if (adapter !== undefined && adapters.includes(adapter)) return true;
    return sessions.includes(id) || (name !== undefined && sessions.includes(name));
  }

  /** A new name can select a session. The feed of a watched session gets the change by itself. */
  #handleLifecycle(session: Session, update: SessionLifecycle): void {
    if (update === 'opened' || update === 'labelled') this.#watch(session)?.mark(update);
  }

  #watch(session: Session): SessionFeed<OtherChange> | undefined {
    if (this.#watched.has(session) || !this.#isSelected(session)) return undefined;
    const feed = new SessionFeed<OtherChange>(session, this.#filter.output, () => this.schedule());
    const listeners = [
      session.waits.onChange(() => this.#filter.waits && feed.mark('waits')),
      session.inputLock.onChange(() => feed.mark('held')),
      session.layers.onChange(() => this.#filter.layers && feed.mark('layers')),
      feed,
    ];
    this.#watched.set(session, { feed, listeners, warned: session.warnings.length });
    return feed;
  }

  protected flush(): void {
    for (const [session, watched] of this.#watched) {
      if (this.client.clogged) break;
      if (this.isPaused(session)) continue;
      if (watched.feed.changes.size > 0) this.#sendChanges(watched);
      if (session.closed && session.exit) this.#finish(session);
    }
    this.#adapterStates.flush(({ session }) => this.isPaused(session));
    if (this.client.clogged) this.skip();
  }

  #finish(session: Session): void {
    this.#unwatch(session);
    const { id, screen } = session;
    if (this.#filter.lifecycle)
      this.client.notify(sessionClosed.name, { session: id, sequence: screen.sequence });
  }

  #unwatch(session: Session): void {
    disposeAll(this.#watched.get(session)!.listeners);
    this.#watched.delete(session);
  }

  #sendChanges(watched: WatchedSession): void {
    const { session, changes } = watched.feed;
    const { lifecycle, kinds } = this.#filter;
    const { client } = this;
    const about = { session: session.id, sequence: session.screen.sequence };
    if (changes.has('opened') && lifecycle) client.notify(sessionOpened.name, about);
    if (changes.has('labelled') && lifecycle) client.notify(sessionLabelled.name, toLabelled(session));
    if (changes.delete('changed')) client.notify(sessionChanged.name, about);
    if (changes.delete('layers')) client.notify(layerChanged.name, toLayerChanged(session));
    if (changes.delete('terminal'))
      for (const event of watched.feed.takeTerminalEvents(kinds))
        client.notify(sessionTerminal.name, { session: session.id, ...event });
    const whole = watched.feed.sendOutput(client, ({ text, dropped }) =>
      client.notify(sessionOutput.name, { ...about, output: text, ...(dropped && { dropped }) }),
    );
    if (!whole) return;
    if (changes.has('waits'))
      client.notify(sessionWaiting.name, { ...about, pending_waits: session.waits.size });
    if (changes.has('held'))
      client.notify(sessionHeld.name, { session: session.id, ...getLockStatus(session, client) });
    if (changes.has('warning')) this.#sendWarnings(watched, about);
    // The exit is the last event of a session, unless the client subscribed to `lifecycle`.
    if (changes.has('exited')) {
      const { exitCode, signal } = session.exit!;
      client.notify(sessionExited.name, { ...about, exit_code: exitCode, signal });
    }
    changes.clear();
  }

  #sendWarnings(watched: WatchedSession, about: { session: string; sequence: number }): void {
    const { warnings, redaction } = watched.feed.session;
    for (const line of warnings.slice(watched.warned)) {
      this.client.notify(sessionWarning.name, { ...about, warning: redaction.text(line) });
    }
    watched.warned = warnings.length;
  }
}

const toLayerChanged = ({ id, screen, layers }: Session) => ({
  session: id,
  sequence: layeredSequence({ screen, layers }),
});

const toLabelled = ({ id, name, tags }: Session) => ({ session: id, name: name ?? null, tags: [...tags] });
