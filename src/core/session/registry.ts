/** All sessions by id and by name. An id is never used twice; what is closed is forgotten. */
import type { Clock } from '../../platform/clock.ts';
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { Looks } from './looks.ts';
import { Session, type SessionListener, type SessionOptions } from './session.ts';

export interface RegistryOptions {
  readonly tagPrefix: string;
  readonly clock: Clock;
  readonly redactionEnforced: boolean;
  readonly log: (line: string, facts?: Readonly<Record<string, unknown>>) => void;
}

export class Registry {
  readonly #options: RegistryOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #listeners = new Set<SessionListener>();
  // Short ids, counted: they are typed by people and read in logs, and nobody gains by guessing one, since whoever
  // can reach the server may list them.
  #last = 0;
  #waiting = 0;
  readonly #looks: Looks;
  #closing = false;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#looks = new Looks(options.clock);
  }

  /** Whether one more may be, by this name. */
  admit(name: string | undefined): void {
    if (this.#closing) raise(fault.Cancelled({ reason: 'shutdown' }));
    if (this.#sessions.size >= limits.sessions)
      raise(fault.Busy({ reason: 'busy', limit: 'sessions', max: limits.sessions }));
    if (name !== undefined) this.#refuseTaken(name);
  }

  create(options: SessionOptions): Session {
    this.admit(options.name);
    const session = new Session(`s${this.#last + 1}`, options, {
      ...this.#options,
      listener: this.#relay,
      admitWait: this.#admitWait,
      looks: this.#looks,
    });
    this.#last += 1;
    this.#sessions.set(session.id, session);
    // Whoever follows every session must follow this one before its first byte comes.
    this.#relay(session, 'opened');
    return session;
  }

  relabel(session: Session, name: string | undefined, tags: readonly string[]): void {
    if (name !== undefined && name !== session.name) this.#refuseTaken(name);
    session.name = name;
    session.tags = tags;
    this.#relay(session, 'labelled');
  }

  /** By id or by name. `path` names the parameter that held it. */
  get(wanted: string, path = 'session'): Session {
    return (
      this.find(wanted) ??
      raise(
        fault.SessionUnknown(
          { path, session: wanted, reason: 'unknown_session' },
          `${path}: no session is called ${wanted}`,
        ),
      )
    );
  }

  find(wanted: string): Session | undefined {
    return this.#sessions.get(wanted) ?? this.#named(wanted);
  }

  /** Whether this is the id of a session that has been closed. */
  wasOnce(id: string): boolean {
    const number = /^s([1-9]\d{0,14})$/.exec(id)?.[1];
    return number !== undefined && Number(number) <= this.#last && !this.#sessions.has(id);
  }

  all(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  /** Ends the program and forgets the session at once; the promise is kept when the program is gone. */
  async close(session: Session): Promise<void> {
    this.#sessions.delete(session.id);
    await session.close();
  }

  /** For good: who waits is told, and no session is opened any more. */
  async closeAll(): Promise<void> {
    this.#closing = true;
    for (const session of this.all()) session.cancelWaits('shutdown');
    await Promise.all(this.all().map((session) => this.close(session)));
  }

  listen(listener: SessionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  readonly #relay: SessionListener = (session, what) => {
    for (const listener of this.#listeners) listener(session, what);
  };

  /** Counts a wait in, and out again when it ends. */
  readonly #admitWait = (): (() => void) => {
    if (this.#waiting >= limits.pendingWaits)
      raise(fault.Busy({ reason: 'busy', limit: 'pendingWaits', max: limits.pendingWaits }));
    this.#waiting += 1;
    return () => {
      this.#waiting -= 1;
    };
  };

  #named(name: string): Session | undefined {
    for (const session of this.#sessions.values()) if (session.name === name) return session;
    return undefined;
  }

  #refuseTaken(name: string): void {
    const reason = /^s\d+$/.test(name)
      ? 'looks like a session id'
      : this.#named(name)
        ? 'another session has that name'
        : undefined;
    if (reason) raise(fault.Invalid({ path: 'name', reason, got: name }));
  }
}
