/** The state of one listener: its sessions, their names, and its connections. */
import { randomUUID } from 'node:crypto';
import type { Core } from '#core.ts';
import { createDeferred } from '#platform/lifetimes.ts';
import type { Session, SessionLifecycle } from '#session/session.ts';
import type { WshConnectionContext } from './connectionContext.ts';
import { createError } from './errors.ts';
import { getSessionName } from './sessionInfo.ts';

export interface LifecycleEvent {
  readonly event: 'session_created' | 'session_renamed' | 'session_destroyed' | 'session_tags_changed';
  readonly params: object;
}

interface KnownSession {
  readonly name: string;
  readonly tags: readonly string[];
}

interface WshServerOptions {
  /** Behaves as the released server where that differs from the document. */
  readonly shipped: boolean;
  readonly hostname: string;
}

export class WshServerContext {
  /** Identifies this server among others. */
  readonly id = randomUUID();
  readonly core: Core;
  readonly shipped: boolean;
  readonly hostname: string;
  /**
   * The command lines of sessions that were opened here, as requested. These sessions are closed when their program
   * ends, because clients of this dialect could not read them any more.
   */
  readonly commands = new WeakMap<Session, string>();
  readonly connections = new Set<WshConnectionContext>();
  readonly #end = createDeferred();
  /** Resolves when the listener has ended. */
  readonly ended = this.#end.promise;
  /** Without it, the listener ends with its last session. */
  persistent = true;
  /** The listener has ended. */
  over = false;
  readonly #knownSessions = new Map<Session, KnownSession>();

  constructor(core: Core, { shipped, hostname }: WshServerOptions) {
    this.core = core;
    this.shipped = shipped;
    this.hostname = hostname;
    for (const session of core.sessions.all()) this.#remember(session);
    core.sessions.onUpdate((session, news) => this.#handleChange(session, news));
  }

  /** Sessions whose program runs; clients of this dialect do not see others. */
  sessions(): readonly Session[] {
    return this.core.sessions.all().filter(({ exit }) => exit === null);
  }

  session(name: string): Session {
    const found = this.core.sessions.find(name);
    if (!found || found.exit)
      throw createError('SessionNotFound', { message: `Unknown session: '${name}'.` });
    return found;
  }

  /** The session of a request that names none. */
  onlySession(): Session {
    const [session, other] = this.sessions();
    if (other) throw createError('SessionRequired');
    if (!session) throw createError('SessionNotFound', { message: 'No session exists; create one first.' });
    return session;
  }

  countClients(session: Session): number {
    const following = [...this.connections].filter((one) => one.isSubscribedTo(session)).length;
    return session.viewers.all().length + following;
  }

  /** Detaches all viewers and connections of the session. */
  detach(session: Session): void {
    session.viewers.detachAll();
    for (const one of this.connections) one.detach(session);
  }

  #handleChange(session: Session, news: SessionLifecycle): void {
    if (news === 'opened') this.#handleOpened(session);
    else if (news === 'labelled') this.#handleLabelled(session);
    else if (news === 'exited' || news === 'closed') this.#over(session);
    if (news === 'closed') for (const connection of this.connections) connection.forget(session);
  }

  #handleOpened(session: Session): void {
    this.#remember(session);
    this.#broadcast({ event: 'session_created', params: { name: getSessionName(session) } });
  }

  #remember(session: Session): void {
    if (session.exit === null)
      this.#knownSessions.set(session, { name: getSessionName(session), tags: session.tags });
  }

  #handleLabelled(session: Session): void {
    const before = this.#knownSessions.get(session);
    if (!before) return;
    this.#remember(session);
    const name = getSessionName(session);
    if (name !== before.name)
      this.#broadcast({ event: 'session_renamed', params: { old_name: before.name, new_name: name } });
    const added = session.tags.filter((tag) => !before.tags.includes(tag));
    const removed = before.tags.filter((tag) => !session.tags.includes(tag));
    if (added.length + removed.length > 0)
      this.#broadcast({ event: 'session_tags_changed', params: { name, added, removed } });
  }

  #over(session: Session): void {
    const known = this.#knownSessions.get(session);
    if (!known) return;
    this.#knownSessions.delete(session);
    this.#broadcast({ event: 'session_destroyed', params: { name: known.name } });
    if (this.commands.has(session) && !session.closed) this.#closeSession(session);
    if (!this.persistent && this.#knownSessions.size === 0) this.shutDown();
  }

  /** Ends the listener; its sessions continue. */
  shutDown(): void {
    this.over = true;
    this.#end.resolve();
  }

  /** Waits for the observers of the exit, in all dialects, before it closes the session. */
  #closeSession(session: Session): void {
    const failed = (problem: unknown) =>
      session.warn(`closing the session failed: ${(problem as Error).message}`);
    session.exited.then(() => this.core.sessions.close(session)).catch(failed);
  }

  #broadcast(lifecycle: LifecycleEvent): void {
    for (const one of this.connections) one.notifyLifecycle(lifecycle);
  }
}
