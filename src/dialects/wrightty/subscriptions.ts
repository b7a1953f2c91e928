/** All subscriptions of a listener's clients. Each belongs to the connection that asked for it, and ends with it. */
import { fault, raise } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import type { Session } from '../../core/session/session.ts';
import type { World } from '../../core/world.ts';
import type { Caller } from '../../rpc/call.ts';
import type { EventName } from './news.ts';
import { Refusal } from './refusals.ts';
import { Subscription } from './subscription.ts';

export interface SubscriptionRequest {
  readonly events: ReadonlySet<EventName>;
  readonly debounceMs: number;
}

export class Subscriptions {
  readonly #world: World;
  readonly #of = new WeakMap<Caller, Map<string, Subscription>>();
  /** Sessions that a request of the connection is ending: it is answered first. */
  readonly #held = new WeakMap<Caller, Set<Session>>();
  #last = 0;

  constructor(world: World) {
    this.#world = world;
  }

  begin(caller: Caller, session: Session, { events, debounceMs }: SubscriptionRequest): string {
    const own = this.#ownOf(caller);
    if (own.size >= limits.subscriptions)
      raise(fault.Busy({ reason: 'busy', limit: 'subscriptions', max: limits.subscriptions }));
    this.#last += 1;
    const id = `sub_${String(this.#last).padStart(3, '0')}`;
    const stop: (() => void)[] = [];
    const ended = () => {
      own.delete(id);
      for (const each of stop) each();
    };
    const held = () => this.#held.get(caller)?.has(session) ?? false;
    const subscription = new Subscription(session, caller, this.#world.clock, {
      id,
      events,
      debounceMs,
      held,
      ended,
    });
    stop.push(
      this.#world.sessions.listen((whose, news) => whose === session && subscription.hear(news)),
      caller.onDrained(() => subscription.schedule()),
      caller.onClosed(() => subscription.end()),
    );
    own.set(id, subscription);
    return id;
  }

  end(caller: Caller, id: string): void {
    const subscription = this.#of.get(caller)?.get(id);
    if (!subscription) throw new Refusal('SubscriptionNotFound', { subscriptionId: id });
    subscription.end();
  }

  /** Does what ends a session; the caller has the answer before it is told what came of it. */
  async answerFirst(caller: Caller, session: Session, deed: Promise<void>): Promise<void> {
    const held = this.#held.get(caller) ?? new Set();
    this.#held.set(caller, held.add(session));
    try {
      await deed;
    } finally {
      held.delete(session);
      for (const one of this.#of.get(caller)?.values() ?? []) one.schedule();
    }
  }

  #ownOf(caller: Caller): Map<string, Subscription> {
    const own = this.#of.get(caller) ?? new Map<string, Subscription>();
    this.#of.set(caller, own);
    return own;
  }
}
