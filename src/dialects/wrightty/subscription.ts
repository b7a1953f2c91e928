/** Event subscriptions of clients. */

import type { Core } from '#core.ts';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import type { Caller } from '#rpc/method.ts';
import { ClientFeed, SessionFeed } from '#session/feed.ts';
import type { Session } from '#session/session.ts';
import { createError } from './errors.ts';
import {
  eventsEvent,
  type ReportedState,
  toEvents,
  type WrighttyEvent,
  type WrighttyEventName,
} from './events.ts';

interface SubscriptionRequest {
  readonly events: ReadonlySet<WrighttyEventName>;
  /** The least time between two screen updates. */
  readonly debounceMs: number;
}

/** One subscription to one session. Its events of a turn: terminal events, output, the screen update, and the exit. */
class EventSubscription extends ClientFeed<Caller> {
  readonly #id: string;
  readonly #request: SubscriptionRequest;
  readonly #clock: Core['clock'];
  readonly #feed: SessionFeed;
  readonly #reported: ReportedState;
  #version: number;
  #size: string;
  #updateDue = false;
  #timer: Disposable | undefined;

  constructor(
    session: Session,
    caller: Caller,
    clock: Core['clock'],
    id: string,
    request: SubscriptionRequest,
  ) {
    super(caller);
    const { screen } = session;
    this.#id = id;
    this.#request = request;
    this.#clock = clock;
    this.#feed = new SessionFeed(session, request.events.has('Session.output'), (update) => {
      if (update === 'changed' && request.events.has('Screen.updated')) this.#scheduleUpdate();
      this.schedule();
    });
    this.#reported = {
      title: session.redaction.text(screen.title ?? ''),
      iconName: screen.iconName && session.redaction.text(screen.iconName),
      cursorVisible: screen.cursor.visible,
    };
    this.#version = screen.contentVersion;
    this.#size = formatSize(session);
    this.register(this.#feed, { dispose: () => this.#timer?.dispose() });
  }

  #scheduleUpdate(): void {
    this.#timer ??= this.#clock.after(this.#request.debounceMs, () => {
      this.#timer = undefined;
      this.#updateDue = true;
      this.schedule();
    });
  }

  protected flush(): void {
    const { session, changes } = this.#feed;
    if (this.isPaused(session)) return;
    if (changes.delete('terminal'))
      for (const event of toEvents(this.#feed.takeTerminalEvents(), this.#reported)) this.#send(event);
    const whole = this.#feed.sendOutput(this.client, ({ text }) =>
      this.#send({ event: 'Session.output', data: { data: Buffer.from(text).toString('base64') } }),
    );
    if (!whole) return this.skip();
    const exited = changes.has('exited');
    if (this.#updateDue || (exited && this.#timer)) this.#sendScreenUpdate();
    changes.clear();
    if (!exited) return;
    const { exitCode, signal } = session.exit!;
    this.#send({ event: 'Session.exited', data: { exitCode, signal } });
    if (session.closed) this.dispose();
  }

  #sendScreenUpdate(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#updateDue = false;
    this.#send({ event: 'Screen.updated', data: { dirtyRegion: this.#takeDirtyRegion() } });
  }

  /** The full rows that changed since the last call; null if no cell did. */
  #takeDirtyRegion() {
    const { screen } = this.#feed.session;
    const { rows, cols } = screen.size;
    const size = formatSize(this.#feed.session);
    const all = size !== this.#size;
    const changed = Array.from({ length: rows }, (_, row) => row).filter(
      (row) => all || screen.rowVersion(row) > this.#version,
    );
    this.#version = screen.contentVersion;
    this.#size = size;
    if (changed.length === 0) return null;
    return { top: changed[0], left: 0, bottom: changed.at(-1), right: cols - 1 };
  }

  #send({ event, data }: WrighttyEvent): void {
    if (!this.#request.events.has(event)) return;
    this.client.notify(eventsEvent.name, {
      subscriptionId: this.#id,
      event,
      sessionId: this.#feed.session.id,
      timestamp: this.#clock.wall(),
      data,
    });
  }
}

const formatSize = ({ screen: { size } }: Session) => `${size.rows} ${size.cols}`;

/** All subscriptions of a listener's clients. Each belongs to one connection and ends with it. */
export class SubscriptionRegistry {
  readonly #world: Core;
  readonly #byClient = new WeakMap<Caller, Map<string, EventSubscription>>();
  #lastId = 0;

  constructor(world: Core) {
    this.#world = world;
  }

  add(caller: Caller, session: Session, request: SubscriptionRequest): string {
    const own = this.#byClient.get(caller) ?? new Map<string, EventSubscription>();
    this.#byClient.set(caller, own);
    if (own.size >= limits.subscriptions)
      raise(fault.Busy({ reason: 'busy', limit: 'subscriptions', max: limits.subscriptions }));
    this.#lastId += 1;
    const id = `sub_${String(this.#lastId).padStart(3, '0')}`;
    const subscription = new EventSubscription(session, caller, this.#world.clock, id, request);
    subscription.register({ dispose: () => void own.delete(id) });
    own.set(id, subscription);
    return id;
  }

  remove(caller: Caller, id: string): void {
    const subscription = this.#byClient.get(caller)?.get(id);
    if (!subscription) throw createError('SubscriptionNotFound', { data: { subscriptionId: id } });
    subscription.dispose();
  }
}
