/**
 * What one connection is told unasked. News of a turn is gathered and told at its end: at most one advance, one
 * stretch of output and one exit for each session. While the client does not read, news is only remembered.
 */

import type { Adapter } from '../../core/adapter/adapter.ts';
import { layeredSequence } from '../../core/layer/view.ts';
import type { EventKind, TerminalEvent } from '../../core/screen/events.ts';
import type { Follower } from '../../core/session/followers.ts';
import type { Session, SessionNews } from '../../core/session/session.ts';
import type { World } from '../../core/world.ts';
import type { Caller } from '../../rpc/call.ts';
import { AdapterNews } from './adapterNews.ts';
import { changed } from './events/changed.ts';
import { closed } from './events/closed.ts';
import { exited } from './events/exited.ts';
import { held } from './events/held.ts';
import { labelled } from './events/labelled.ts';
import { layerChanged } from './events/layerChanged.ts';
import { opened } from './events/opened.ts';
import { output } from './events/output.ts';
import { terminal } from './events/terminal.ts';
import { waiting } from './events/waiting.ts';
import { warning } from './events/warning.ts';
import { holderOf } from './holderShape.ts';

export interface Filter {
  readonly sessions: readonly string[];
  readonly adapters: readonly string[];
  /** Of the events of terminals; all where none is named. */
  readonly kinds: readonly EventKind[];
  /** Whether to tell what programs write. */
  readonly output: boolean;
  /** Whether to tell when waits begin and end. */
  readonly waits: boolean;
  /** Whether to tell when a session is there, and when it is there no more. */
  readonly lifecycle: boolean;
  /** Whether to tell when other things are drawn over a screen. */
  readonly layers: boolean;
}

type News = SessionNews | 'waits' | 'held' | 'layers';

interface Watching {
  readonly session: Session;
  readonly follower: Follower | undefined;
  readonly news: Set<News>;
  readonly deaf: () => void;
  warned: number;
  /** The number of the last event of its terminal that was told. */
  heard: number;
}

/** The one that a connection has, if it asked for news. */
export const subscriptions = new WeakMap<Caller, Subscription>();

/** Does what ends a session; the caller has the answer before it is told what came of it. */
export async function answerFirst(caller: Caller, session: Session, deed: Promise<void>): Promise<void> {
  const release = subscriptions.get(caller)?.hold(session);
  await deed.finally(release);
}

export class Subscription {
  readonly #world: World;
  readonly #caller: Caller;
  readonly #watching = new Map<string, Watching>();
  readonly #stop: (() => void)[];
  /** Sessions that a request of this connection is ending: it is answered first. */
  readonly #held = new Map<Session, number>();
  readonly #adapters: AdapterNews;
  #filter: Filter;
  #scheduled = false;
  #over = false;

  constructor(world: World, caller: Caller, filter: Filter) {
    this.#world = world;
    this.#caller = caller;
    this.#filter = filter;
    for (const session of world.sessions.all()) this.#watch(session);
    const ours = ({ session }: Adapter) => this.#wanted(session);
    this.#adapters = new AdapterNews(world, caller, ours, () => this.#schedule());
    this.#stop = [
      world.sessions.listen((session, news) => this.#heard(session, news)),
      // Whose session it is was not known when the session was opened.
      world.adapters.listen(({ session }, news) => news === 'opened' && this.#watch(session)),
      caller.onClosed(() => this.end()),
      caller.onDrained(() => this.#schedule()),
      () => this.#adapters.end(),
    ];
  }

  /** Sessions that are followed already go on where they were. */
  narrow(filter: Filter): void {
    const otherwise = filter.output !== this.#filter.output;
    this.#filter = filter;
    for (const watching of this.#watching.values()) {
      if (otherwise || !this.#wanted(watching.session)) this.#forget(watching);
    }
    for (const session of this.#world.sessions.all()) this.#watch(session);
    this.#adapters.renew();
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    for (const stop of this.#stop) stop();
    for (const watching of this.#watching.values()) this.#forget(watching);
  }

  /** News of the session waits until the function that comes back is called. */
  hold(session: Session): () => void {
    this.#held.set(session, (this.#held.get(session) ?? 0) + 1);
    return () => {
      const left = this.#held.get(session)! - 1;
      if (left > 0) this.#held.set(session, left);
      else this.#held.delete(session);
      this.#schedule();
    };
  }

  /** Whether this one tells the connection of the session. */
  follows(session: Session): boolean {
    return this.#watching.has(session.id);
  }

  #wanted(session: Session): boolean {
    const { id, name } = session;
    const { sessions, adapters } = this.#filter;
    if (sessions.length + adapters.length === 0) return true;
    const adapter = adapters.length > 0 ? this.#world.adapters.of(session)?.id : undefined;
    if (adapter !== undefined && adapters.includes(adapter)) return true;
    return sessions.includes(id) || (name !== undefined && sessions.includes(name));
  }

  #watch(session: Session): Watching | undefined {
    const known = this.#watching.get(session.id);
    if (known || !this.#wanted(session)) return known;
    const stops = [
      session.waits.onChange(() => this.#heard(session, 'waits')),
      session.holding.onChange(() => this.#heard(session, 'held')),
      session.layers.onChange(() => this.#heard(session, 'layers')),
    ];
    const watching = {
      session,
      follower: this.#filter.output ? session.followers.follow() : undefined,
      news: new Set<News>(),
      deaf: () => {
        for (const stop of stops) stop();
      },
      warned: session.warnings.length,
      heard: session.screen.events.last,
    };
    this.#watching.set(session.id, watching);
    return watching;
  }

  #heard(session: Session, news: News): void {
    // Its exit is the last that a client is told of a session, unless it asked for more.
    if (news === 'closed') return this.#filter.lifecycle ? this.#schedule() : undefined;
    if ((news === 'waits' || news === 'layers') && !this.#filter[news]) return;
    const watching = this.#watch(session);
    if (!watching) return;
    watching.news.add(news);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || this.#over) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (!this.#over) this.#tellAll();
    });
  }

  #tellAll(): void {
    for (const watching of this.#watching.values()) {
      if (this.#caller.clogged) return;
      if (this.#held.has(watching.session)) continue;
      if (watching.news.size > 0) this.#tell(watching);
      if (watching.session.closed && watching.session.exit) this.#part(watching);
    }
    this.#adapters.tell(({ session }) => this.#held.has(session));
  }

  #part(watching: Watching): void {
    this.#forget(watching);
    const { id, screen } = watching.session;
    if (this.#filter.lifecycle) this.#caller.notify(closed.name, { session: id, sequence: screen.sequence });
  }

  #forget({ session, follower, deaf }: Watching): void {
    follower?.leave();
    deaf();
    this.#watching.delete(session.id);
  }

  #tell(watching: Watching): void {
    const { session, follower, news, warned } = watching;
    const about = { session: session.id, sequence: session.screen.sequence };
    if (news.has('opened') && this.#filter.lifecycle) this.#caller.notify(opened.name, about);
    if (news.has('labelled') && this.#filter.lifecycle) this.#caller.notify(labelled.name, labelsOf(session));
    if (news.delete('changed')) this.#caller.notify(changed.name, about);
    if (news.delete('layers')) this.#caller.notify(layerChanged.name, layeredOf(session));
    if (news.delete('terminal')) this.#tellEvents(watching);
    while (follower?.behind) {
      if (this.#caller.clogged) return;
      const { text, dropped } = follower.read();
      this.#caller.notify(output.name, { ...about, output: text, ...(dropped && { dropped }) });
    }
    if (news.has('waits'))
      this.#caller.notify(waiting.name, { ...about, pending_waits: session.pendingWaits });
    if (news.has('held'))
      this.#caller.notify(held.name, { session: session.id, ...holderOf(session, this.#caller) });
    if (news.has('warning')) this.#warn(session, warned, about);
    if (news.has('exited')) {
      const { exitCode, signal } = session.exit!;
      this.#caller.notify(exited.name, { ...about, exit_code: exitCode, signal });
    }
    news.clear();
  }

  #tellEvents(watching: Watching): void {
    const { session, heard } = watching;
    const { events } = session.screen;
    watching.heard = events.last;
    const { kinds } = this.#filter;
    const asked = ({ kind }: TerminalEvent) => kinds.length === 0 || kinds.includes(kind);
    for (const { facts, ...told } of events.since(heard).filter(asked))
      this.#caller.notify(terminal.name, {
        session: session.id,
        ...told,
        facts: session.redaction.value(facts),
      });
  }

  #warn(session: Session, told: number, about: { session: string; sequence: number }): void {
    for (const line of session.warnings.slice(told)) {
      this.#caller.notify(warning.name, { ...about, warning: session.redaction.text(line) });
    }
    this.#watching.get(session.id)!.warned = session.warnings.length;
  }
}

const layeredOf = ({ id, screen, layers }: Session) => ({
  session: id,
  sequence: layeredSequence({ screen, layers }),
});

const labelsOf = ({ id, name, tags }: Session) => ({ session: id, name: name ?? null, tags: [...tags] });
