/** Event subscriptions of clients. */

import type { Core } from '#core.ts';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import type { Caller } from '#rpc/call.ts';
import type { OutputSubscriber } from '#session/outputSubscribers.ts';
import type { Session, SessionUpdate } from '#session/session.ts';
import { createError } from './errors.ts';
import {
  eventsEvent,
  type ReportedState,
  toEvents,
  type WrighttyEvent,
  type WrighttyEventName,
} from './events.ts';

export interface EventSubscriptionOptions {
  readonly id: string;
  readonly events: ReadonlySet<WrighttyEventName>;
  /** The least time between two screen updates. */
  readonly debounceMs: number;
  readonly isPaused: () => boolean;
  readonly onEnded: () => void;
}

/**
 * One subscription to one session. Events of a turn are sent at its end: terminal events, output, the screen update,
 * and the exit last. While the client does not read, changes are only marked.
 */
export class EventSubscription {
  readonly session: Session;
  readonly #caller: Caller;
  readonly #options: EventSubscriptionOptions;
  readonly #clock: Core['clock'];
  readonly #outputSubscriber: OutputSubscriber | undefined;
  readonly #changes = new Set<SessionUpdate>();
  readonly #reported: ReportedState;
  #lastEvent: number;
  #version: number;
  #size: string;
  #updateDue = false;
  #timer: Disposable | undefined;
  #scheduled = false;
  #disposed = false;

  constructor(session: Session, caller: Caller, clock: Core['clock'], terms: EventSubscriptionOptions) {
    const { screen } = session;
    this.session = session;
    this.#caller = caller;
    this.#options = terms;
    this.#clock = clock;
    this.#outputSubscriber = terms.events.has('Session.output')
      ? session.outputSubscribers.subscribe()
      : undefined;
    this.#reported = {
      title: session.redaction.text(screen.title ?? ''),
      iconName: screen.iconName && session.redaction.text(screen.iconName),
      cursorVisible: screen.cursor.visible,
    };
    this.#lastEvent = screen.events.lastNumber;
    this.#version = screen.contentVersion;
    this.#size = formatSize(session);
  }

  handleChange(news: SessionUpdate): void {
    this.#changes.add(news);
    if (news === 'changed' && this.#options.events.has('Screen.updated')) this.#scheduleUpdate();
    this.scheduleFlush();
  }

  scheduleFlush(): void {
    if (this.#scheduled || this.#disposed) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (!this.#disposed && !this.#options.isPaused()) this.#flush();
    });
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#timer?.dispose();
    this.#outputSubscriber?.dispose();
    this.#options.onEnded();
  }

  #scheduleUpdate(): void {
    this.#timer ??= this.#clock.after(this.#options.debounceMs, () => {
      this.#timer = undefined;
      this.#updateDue = true;
      this.scheduleFlush();
    });
  }

  #flush(): void {
    if (this.#caller.clogged) return;
    if (this.#changes.delete('terminal')) this.#sendTerminalEvents();
    if (!this.#sendOutput()) return;
    const exited = this.#changes.has('exited');
    if (this.#updateDue || (exited && this.#timer)) this.#sendScreenUpdate();
    this.#changes.clear();
    if (!exited) return;
    const { exitCode, signal } = this.session.exit!;
    this.#send({ event: 'Session.exited', data: { exitCode, signal } });
    if (this.session.closed) this.dispose();
  }

  #sendTerminalEvents(): void {
    const { events } = this.session.screen;
    const came = events.since(this.#lastEvent);
    this.#lastEvent = events.lastNumber;
    const redacted = came.map((raw) => ({ ...raw, facts: this.session.redaction.value(raw.facts) }));
    for (const news of toEvents(redacted, this.#reported)) this.#send(news);
  }

  /** Returns false when the client reads too slowly for all of the output. */
  #sendOutput(): boolean {
    while (this.#outputSubscriber?.hasOutput) {
      if (this.#caller.clogged) return false;
      const { text } = this.#outputSubscriber.read();
      this.#send({ event: 'Session.output', data: { data: Buffer.from(text).toString('base64') } });
    }
    return true;
  }

  #sendScreenUpdate(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#updateDue = false;
    this.#send({ event: 'Screen.updated', data: { dirtyRegion: this.#takeDirtyRegion() } });
  }

  /** The full rows that changed since the last call; null if no cell did. */
  #takeDirtyRegion() {
    const { screen } = this.session;
    const { rows, cols } = screen.size;
    const size = formatSize(this.session);
    const all = size !== this.#size;
    const changed = Array.from({ length: rows }, (_, row) => row).filter(
      (row) => all || screen.rowVersion(row) > this.#version,
    );
    this.#version = screen.contentVersion;
    this.#size = size;
    if (changed.length === 0) return null;
    return { top: changed[0], left: 0, bottom: changed.at(-1), right: cols - 1 };
  }

  #send({ event: name, data }: WrighttyEvent): void {
    if (!this.#options.events.has(name)) return;
    this.#caller.notify(eventsEvent.name, {
      subscriptionId: this.#options.id,
      event: name,
      sessionId: this.session.id,
      timestamp: this.#clock.wall(),
      data,
    });
  }
}

const formatSize = ({ screen: { size } }: Session) => `${size.rows} ${size.cols}`;

export interface SubscriptionRequest {
  readonly events: ReadonlySet<WrighttyEventName>;
  readonly debounceMs: number;
}

/** All subscriptions of a listener's clients. Each belongs to one connection and ends with it. */
export class SubscriptionRegistry {
  readonly #world: Core;
  readonly #byClient = new WeakMap<Caller, Map<string, EventSubscription>>();
  /** Sessions that a pending request of the connection is ending. Its reply goes first. */
  readonly #paused = new WeakMap<Caller, Set<Session>>();
  #lastId = 0;

  constructor(world: Core) {
    this.#world = world;
  }

  add(caller: Caller, session: Session, { events, debounceMs }: SubscriptionRequest): string {
    const own = this.#getSubscriptions(caller);
    if (own.size >= limits.subscriptions)
      raise(fault.Busy({ reason: 'busy', limit: 'subscriptions', max: limits.subscriptions }));
    this.#lastId += 1;
    const id = `sub_${String(this.#lastId).padStart(3, '0')}`;
    const listeners: Disposable[] = [];
    const ended = () => {
      own.delete(id);
      disposeAll(listeners);
    };
    const held = () => this.#paused.get(caller)?.has(session) ?? false;
    const subscription = new EventSubscription(session, caller, this.#world.clock, {
      id,
      events,
      debounceMs,
      isPaused: held,
      onEnded: ended,
    });
    listeners.push(
      this.#world.sessions.onUpdate((whose, news) => whose === session && subscription.handleChange(news)),
      caller.onDrained(() => subscription.scheduleFlush()),
      caller.onClosed(() => subscription.dispose()),
    );
    own.set(id, subscription);
    return id;
  }

  remove(caller: Caller, id: string): void {
    const subscription = this.#byClient.get(caller)?.get(id);
    if (!subscription) throw createError('SubscriptionNotFound', { data: { subscriptionId: id } });
    subscription.dispose();
  }

  /** Ends a session; the client gets the reply before the events that the end causes. */
  async replyBeforeEvents(caller: Caller, session: Session, deed: Promise<void>): Promise<void> {
    const held = this.#paused.get(caller) ?? new Set();
    this.#paused.set(caller, held.add(session));
    try {
      await deed;
    } finally {
      held.delete(session);
      for (const one of this.#byClient.get(caller)?.values() ?? []) one.scheduleFlush();
    }
  }

  #getSubscriptions(caller: Caller): Map<string, EventSubscription> {
    const own = this.#byClient.get(caller) ?? new Map<string, EventSubscription>();
    this.#byClient.set(caller, own);
    return own;
  }
}
