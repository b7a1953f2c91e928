/** Where clients of one listener are served: which sessions there are for them, what they are called, who follows them. */
import { randomUUID } from 'node:crypto';
import type { Session, SessionNews } from '../../core/session/session.ts';
import type { World } from '../../core/world.ts';
import { orFull } from './openSession.ts';
import { Refusal } from './refusals.ts';
import type { Seat } from './seat.ts';
import { nameOf } from './sessionShape.ts';

export interface Lifecycle {
  readonly event: 'session_created' | 'session_renamed' | 'session_destroyed' | 'session_tags_changed';
  readonly params: object;
}

interface Known {
  readonly name: string;
  readonly tags: readonly string[];
}

export interface DeskOptions {
  /** Whether it speaks as the shipped server did, where that differs from the document. */
  readonly shipped: boolean;
}

export class Desk {
  /** By which others know this server from another. */
  readonly id = randomUUID();
  readonly core: World;
  readonly shipped: boolean;
  /** What sessions were asked to run here, as it was asked. */
  readonly commands = new WeakMap<Session, string>();
  readonly seats = new Set<Seat>();
  /** Kept when the listener was told to end with its last session, and has. */
  readonly ended: Promise<void>;
  persistent = true;
  /** The listener has ended with its last session. */
  over = false;
  readonly #known = new Map<Session, Known>();
  #end!: () => void;

  constructor(core: World, { shipped }: DeskOptions) {
    this.core = core;
    this.shipped = shipped;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    for (const session of core.sessions.all()) this.#learn(session);
    core.sessions.listen((session, news) => this.#hear(session, news));
  }

  /** Those that are alive: what has ended is over for clients of this dialect. */
  sessions(): readonly Session[] {
    return this.core.sessions.all().filter(({ exit }) => exit === null);
  }

  session(name: string): Session {
    const found = this.core.sessions.find(name);
    if (!found || found.exit) throw new Refusal('SessionNotFound', `No session is called '${name}'.`);
    return found;
  }

  /** The one that can be meant where none is named. */
  only(): Session {
    const [session, other] = this.sessions();
    if (other) throw new Refusal('SessionRequired');
    if (!session) throw new Refusal('SessionNotFound', 'There is no session.');
    return session;
  }

  /** One that was opened here is forgotten when its program ends, as nobody here could ask for it any more. */
  opens(command: string, open: () => Session): Session {
    const session = orFull(open);
    this.commands.set(session, command);
    return session;
  }

  clientsOf(session: Session): number {
    const following = [...this.seats].filter((seat) => seat.follows(session)).length;
    return session.viewers.all().length + following;
  }

  /** Sends everybody away who is here for it. */
  detach(session: Session): void {
    session.viewers.detachAll();
    for (const seat of this.seats) seat.detach(session);
  }

  /** Without sessions there is nothing to stay for, unless somebody says so. */
  persist(persistent: boolean): void {
    this.persistent = persistent;
  }

  #hear(session: Session, news: SessionNews): void {
    if (news === 'opened') this.#opened(session);
    else if (news === 'labelled') this.#labelled(session);
    else if (news === 'exited' || news === 'closed') this.#over(session);
  }

  #opened(session: Session): void {
    this.#learn(session);
    this.#tell({ event: 'session_created', params: { name: nameOf(session) } });
  }

  #learn(session: Session): void {
    if (session.exit === null) this.#known.set(session, { name: nameOf(session), tags: session.tags });
  }

  #labelled(session: Session): void {
    const before = this.#known.get(session);
    if (!before) return;
    this.#learn(session);
    const name = nameOf(session);
    if (name !== before.name)
      this.#tell({ event: 'session_renamed', params: { old_name: before.name, new_name: name } });
    const added = session.tags.filter((tag) => !before.tags.includes(tag));
    const removed = before.tags.filter((tag) => !session.tags.includes(tag));
    if (added.length + removed.length > 0)
      this.#tell({ event: 'session_tags_changed', params: { name, added, removed } });
  }

  #over(session: Session): void {
    const known = this.#known.get(session);
    if (!known) return;
    this.#known.delete(session);
    this.#tell({ event: 'session_destroyed', params: { name: known.name } });
    if (this.commands.has(session) && !session.closed) this.#forget(session);
    if (!this.persistent && this.#known.size === 0) {
      this.over = true;
      this.#end();
    }
  }

  /** Once those who wait for its end have been told, of whatever dialect. */
  #forget(session: Session): void {
    const failed = (problem: unknown) => session.warn(`could not be closed: ${(problem as Error).message}`);
    session.exited.then(() => this.core.sessions.close(session)).catch(failed);
  }

  #tell(lifecycle: Lifecycle): void {
    for (const seat of this.seats) seat.hear(lifecycle);
  }
}
