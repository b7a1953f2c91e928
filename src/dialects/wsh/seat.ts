/** One connection: whom it is about, what it follows, what it waits for. */
import type { Session } from '../../core/session/session.ts';
import type { Caller } from '../../rpc/call.ts';
import type { Desk, Lifecycle } from './desk.ts';
import { Refusal } from './refusals.ts';
import { Subscription, type SubscriptionTerms } from './subscription.ts';

/** Captured over HTTP, where nobody leaves. */
const lasting = new WeakSet<Session>();

export class Seat {
  readonly desk: Desk;
  /** Of a connection that is about one session. */
  readonly own: Session | undefined;
  /** It was sent away from its session. */
  detached = false;
  /** Whoever waits for quiet here gives way to the next who does. */
  readonly #displace = new Map<Session, () => void>();
  readonly #subscriptions = new Map<Session, Subscription>();
  readonly #captured = new Set<Session>();
  readonly #counts = new WeakMap<Session, { next: number }>();
  #caller: Caller | undefined;
  #late: Lifecycle[] = [];
  #answering = 0;
  #dismissed = false;

  constructor(desk: Desk, own?: Session) {
    this.desk = desk;
    this.own = own;
  }

  /** Somebody sits here now. */
  greet(caller: Caller): void {
    this.#caller = caller;
    this.desk.seats.add(this);
    caller.onClosed(() => this.#leave());
    this.#forgetClosed(caller);
    if (this.own) this.#endWith(this.own, caller);
    caller.notify('connected', {});
  }

  #forgetClosed(caller: Caller): void {
    const unheard = this.desk.core.sessions.listen((session, news) => {
      if (news === 'closed') this.#captured.delete(session);
    });
    caller.onClosed(unheard);
  }

  #endWith(own: Session, caller: Caller): void {
    const unheard = this.desk.core.sessions.listen((session, news) => {
      if (session === own && (news === 'exited' || news === 'closed')) setImmediate(() => caller.end());
    });
    caller.onClosed(unheard);
  }

  session(name: string | null | undefined): Session {
    if (name != null) return this.desk.session(name);
    if (!this.own) return this.desk.only();
    if (this.own.exit) throw new Refusal('SessionNotFound');
    return this.own;
  }

  follows(session: Session): boolean {
    return session === this.own || this.#subscriptions.has(session);
  }

  /** Another subscription to the same session takes the place of the one before. */
  subscribe(caller: Caller, session: Session, terms: Omit<SubscriptionTerms, 'ended' | 'count'>): void {
    this.#subscriptions.get(session)?.end();
    const stops: (() => void)[] = [];
    const ended = () => {
      for (const stop of stops) stop();
      this.#subscriptions.delete(session);
    };
    const subscription = new Subscription(session, caller, {
      ...terms,
      ended,
      count: this.#countOf(session),
    });
    this.#subscriptions.set(session, subscription);
    stops.push(
      this.desk.core.sessions.listen((whose, news) => whose === session && subscription.hear(news)),
      caller.onDrained(() => subscription.drained()),
      caller.onClosed(() => subscription.end()),
    );
    subscription.begin();
  }

  #countOf(session: Session): { next: number } {
    const count = this.#counts.get(session) ?? { next: 0 };
    this.#counts.set(session, count);
    return count;
  }

  /** What comes back takes the place of who waited before, who is told so. */
  wait(session: Session, displace: () => void): () => void {
    this.#displace.get(session)?.();
    this.#displace.set(session, displace);
    return () => {
      if (this.#displace.get(session) === displace) this.#displace.delete(session);
    };
  }

  /** What connections hold back from the program is given back when the last of them leaves. */
  capture(session: Session): void {
    if (session.holding.holder?.owner !== this.desk) this.#forgetCaptors(session);
    session.holding.capture(this.desk, { from: 'people', name: 'wsh' });
    if (this.#caller) this.#captured.add(session);
    else lasting.add(session);
  }

  /** Whoever asks for it, as there is one mode for all. */
  release(session: Session): void {
    session.holding.release(this.desk);
    this.#forgetCaptors(session);
  }

  #forgetCaptors(session: Session): void {
    lasting.delete(session);
    for (const seat of this.desk.seats) seat.#captured.delete(session);
  }

  /** One that is about this session alone has nothing left to be here for. */
  detach(session: Session): void {
    this.#subscriptions.get(session)?.end();
    if (session !== this.own) return;
    this.detached = true;
    this.dismiss();
  }

  /** The listener has ended. */
  dismiss(): void {
    this.#dismissed = true;
    if (this.#answering === 0) this.#caller?.end();
  }

  hear(lifecycle: Lifecycle): void {
    if (this.own) return;
    this.#late.push(lifecycle);
    if (this.#answering === 0) this.#tellLate();
  }

  /** The one who asked is answered before it is told what came of it. */
  async answerFirst(deed: () => Promise<void>): Promise<void> {
    this.#answering += 1;
    try {
      await deed();
    } finally {
      setImmediate(() => this.#answered());
    }
  }

  #answered(): void {
    this.#answering -= 1;
    if (this.#answering > 0) return;
    this.#tellLate();
    if (this.#dismissed) this.#caller?.end();
  }

  #tellLate(): void {
    for (const { event, params } of this.#late.splice(0)) this.#caller?.notify(event, { params });
  }

  #leave(): void {
    this.desk.seats.delete(this);
    const others = [...this.desk.seats];
    for (const session of this.#captured) {
      const captured = lasting.has(session) || others.some((seat) => seat.#captured.has(session));
      if (!captured) session.holding.release(this.desk);
    }
  }
}
