/** The state of one connection: its session, subscriptions, waits and captured input. */
import type { Disposable } from '#platform/lifetimes.ts';
import type { Caller } from '#rpc/method.ts';
import type { Session } from '#session/session.ts';
import { createError } from './errors.ts';
import type { LifecycleEvent, WshServerContext } from './serverContext.ts';
import { ScreenSubscription, type ScreenSubscriptionOptions } from './subscription.ts';

/** Sessions captured over HTTP. No connection ends there, so the capture stays until it is released. */
const capturedOverHttp = new WeakSet<Session>();

export class WshConnectionContext {
  readonly server: WshServerContext;
  /** The session of a connection that serves only one session. */
  readonly ownSession: Session | undefined;
  /** The client was detached from its session. */
  detached = false;
  /** Cancels the pending wait for quiet; a newer wait for the same session replaces it. */
  readonly #replaceWait = new Map<Session, () => void>();
  readonly #subscriptions = new Map<Session, ScreenSubscription>();
  readonly #captured = new Set<Session>();
  readonly #sequences = new WeakMap<Session, { next: number }>();
  #caller: Caller | undefined;
  #pendingEvents: LifecycleEvent[] = [];
  #pendingReplies = 0;
  #dismissed = false;

  constructor(server: WshServerContext, own?: Session) {
    this.server = server;
    this.ownSession = own;
  }

  /** Starts serving a client. */
  connect(caller: Caller): void {
    this.#caller = caller;
    this.server.connections.add(this);
    caller.onClosed(() => this.#handleClosed());
    if (this.ownSession) this.#closeWithSession(this.ownSession, caller);
    caller.notify('connected', {});
  }

  #closeWithSession(own: Session, caller: Caller): void {
    const updates = own.onUpdate((update) => {
      if (update === 'exited' || update === 'closed') setImmediate(() => caller.end());
    });
    caller.onClosed(updates.dispose);
  }

  session(name: string | null | undefined): Session {
    if (name != null) return this.server.session(name);
    if (!this.ownSession) return this.#defaultSession();
    if (this.ownSession.exit) throw createError('SessionNotFound');
    return this.ownSession;
  }

  /** Clients of the released server expect an error on a connection for all sessions, even if only one exists. */
  #defaultSession(): Session {
    if (this.server.shipped && this.#caller) throw createError('SessionRequired');
    return this.server.onlySession();
  }

  /** Whether this is one call over HTTP, without a connection. */
  get isOneShot(): boolean {
    return this.#caller === undefined;
  }

  isSubscribedTo(session: Session): boolean {
    return session === this.ownSession || this.#subscriptions.has(session);
  }

  /** Replaces an earlier subscription to the same session. */
  subscribe(caller: Caller, session: Session, options: Omit<ScreenSubscriptionOptions, 'count'>): void {
    this.#subscriptions.get(session)?.dispose();
    const count = this.#sequenceOf(session);
    const subscription = new ScreenSubscription(session, caller, { ...options, count });
    this.#subscriptions.set(session, subscription);
    subscription.register({ dispose: () => void this.#subscriptions.delete(session) });
    subscription.start();
  }

  #sequenceOf(session: Session): { next: number } {
    const count = this.#sequences.get(session) ?? { next: 0 };
    this.#sequences.set(session, count);
    return count;
  }

  /** Registers a wait until the result is disposed. Displaces the earlier one. */
  registerWait(session: Session, displace: () => void): Disposable {
    this.#replaceWait.get(session)?.();
    this.#replaceWait.set(session, displace);
    return {
      dispose: () => {
        if (this.#replaceWait.get(session) === displace) this.#replaceWait.delete(session);
      },
    };
  }

  /** The capture ends when the last connection that requested it closes. */
  captureInput(session: Session): void {
    if (session.inputLock.holder?.owner !== this.server) this.#clearCaptures(session);
    session.inputLock.capture(this.server, { from: 'people', name: 'wsh' });
    if (this.#caller) this.#captured.add(session);
    else capturedOverHttp.add(session);
  }

  /** Any client may release the input, because the mode is shared. */
  releaseInput(session: Session): void {
    session.inputLock.release(this.server);
    this.#clearCaptures(session);
  }

  #clearCaptures(session: Session): void {
    capturedOverHttp.delete(session);
    for (const connection of this.server.connections) connection.forget(session);
  }

  /** The session is closed, or its input was released. */
  forget(session: Session): void {
    this.#captured.delete(session);
  }

  /** Ends the subscription, and closes a connection that serves only this session. */
  detach(session: Session): void {
    this.#subscriptions.get(session)?.dispose();
    if (session !== this.ownSession) return;
    this.detached = true;
    this.dismiss();
  }

  /** Closes the connection after its pending replies. */
  dismiss(): void {
    this.#dismissed = true;
    if (this.#pendingReplies === 0) this.#caller?.end();
  }

  notifyLifecycle(lifecycle: LifecycleEvent): void {
    if (this.ownSession) return;
    this.#pendingEvents.push(lifecycle);
    if (this.#pendingReplies === 0) this.#flushPendingEvents();
  }

  /** Sends the reply of an operation before the events that the operation causes. */
  async replyBeforeEvents(operation: () => Promise<void>): Promise<void> {
    this.#pendingReplies += 1;
    try {
      await operation();
    } finally {
      setImmediate(() => this.#handleReplied());
    }
  }

  #handleReplied(): void {
    this.#pendingReplies -= 1;
    if (this.#pendingReplies > 0) return;
    this.#flushPendingEvents();
    if (this.#dismissed) this.#caller?.end();
  }

  #flushPendingEvents(): void {
    for (const { event, params } of this.#pendingEvents.splice(0)) this.#caller?.notify(event, { params });
  }

  #handleClosed(): void {
    this.server.connections.delete(this);
    const others = [...this.server.connections];
    for (const session of this.#captured) {
      const captured =
        capturedOverHttp.has(session) || others.some((connection) => connection.#captured.has(session));
      if (!captured) session.inputLock.release(this.server);
    }
  }
}
