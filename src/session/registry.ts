/** All sessions by id and by name, and how a request opens one. Ids are never reused; closed sessions are removed. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { requireRawPermission } from '#permissionCheck.ts';
import type { Permission } from '#permissions.ts';
import type { Clock } from '#platform/clock.ts';
import { Emitter } from '#platform/lifetimes.ts';
import type { Size } from '#platform/pty/size.ts';
import { defaultPolicy, type RedactionOptions, type RedactionPolicy, toPolicy } from '#redaction/policy.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { SpawnHost, SpawnRequest } from './process.ts';
import { Session, type SessionListener, type SessionOptions } from './session.ts';
import { WaitScheduler } from './waits.ts';

/** Where the ids of a server begin. In a fleet, they carry the name of the host, and continue after a restart. */
export interface IdRange {
  /** Before the letter, such as `h1/`. */
  readonly prefix: string;
  /** The number of the last id that was used. */
  readonly last: number;
}

interface SessionRegistryOptions extends SpawnHost {
  readonly clock: Clock;
  readonly redactionEnforced: boolean;
  readonly ids: IdRange;
  readonly maxSessions: number;
  readonly log: (line: string, facts?: Readonly<Record<string, unknown>>) => void;
}

export class SessionRegistry {
  readonly #options: SessionRegistryOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #onUpdate = new Emitter<Parameters<SessionListener>>();
  readonly onUpdate = this.#onUpdate.event;
  // Short counted ids, because people type them and read them in logs. Guessable ids are safe: a client that
  // reaches the server may list them anyway.
  #lastId: number;
  readonly #waitScheduler: WaitScheduler;
  #closing = false;

  constructor(options: SessionRegistryOptions) {
    this.#options = options;
    this.#lastId = options.ids.last;
    this.#waitScheduler = new WaitScheduler(options.clock);
  }

  /** Checks the session limit and that the name is free. */
  requireCapacity(name: string | undefined): void {
    if (this.#closing) raise(fault.Cancelled({ reason: 'shutdown' }));
    const { maxSessions } = this.#options;
    if (this.#sessions.size >= maxSessions)
      raise(fault.Busy({ reason: 'busy', limit: 'sessions', max: maxSessions }));
    if (name !== undefined) this.#requireFreeName(name);
  }

  create(options: SessionOptions): Session {
    this.requireCapacity(options.name);
    const session = new Session(this.#idOf(this.#lastId + 1), options, {
      ...this.#options,
      listener: (updated, update) => this.#onUpdate.fire(updated, update),
      waitScheduler: this.#waitScheduler,
    });
    this.#lastId += 1;
    this.#sessions.set(session.id, session);
    // Subscribers of all sessions must subscribe to this one before its first byte.
    this.#onUpdate.fire(session, 'opened');
    return session;
  }

  updateLabels(session: Session, name: string | undefined, tags: readonly string[]): void {
    if (name !== undefined && name !== session.name) this.#requireFreeName(name);
    session.setLabels(name, tags);
  }

  /** Gets a session by id or name. `path` is the name of the parameter in the error. */
  get(idOrName: string, path = 'session'): Session {
    return (
      this.find(idOrName) ??
      raise(
        fault.SessionUnknown(
          { path, session: idOrName, reason: 'unknown_session' },
          `${path}: no session has the id or name ${idOrName}`,
        ),
      )
    );
  }

  find(idOrName: string): Session | undefined {
    return this.#sessions.get(idOrName) ?? this.#findByName(idOrName);
  }

  /** Whether this is the id of a closed session. */
  wasClosed(id: string): boolean {
    const number = Number(/s([1-9]\d{0,14})$/.exec(id)?.[1]);
    return id === this.#idOf(number) && number <= this.#lastId && !this.#sessions.has(id);
  }

  /** The number of the last session. */
  get lastId(): number {
    return this.#lastId;
  }

  all(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  /** Removes the session at once and ends its program. Resolves when the program has ended. */
  async close(session: Session): Promise<void> {
    this.#sessions.delete(session.id);
    await session.close();
  }

  /** Cancels all waits, closes all sessions and refuses new ones. */
  async closeAll(): Promise<void> {
    this.#closing = true;
    for (const session of this.all()) session.cancelWaits('shutdown');
    await Promise.all(this.all().map((session) => this.close(session)));
  }

  #idOf(number: number): string {
    return `${this.#options.ids.prefix}s${number}`;
  }

  #findByName(name: string): Session | undefined {
    for (const session of this.#sessions.values()) if (session.name === name) return session;
    return undefined;
  }

  #requireFreeName(name: string): void {
    const other = this.#findByName(name);
    const reason = /^(?:s|[^/]+\/[ser])\d+$/.test(name)
      ? 'is reserved for session ids; choose another name'
      : other &&
        (other.exit
          ? `the session ${other.id}, whose program has ended, has that name; close it, or choose another name`
          : `the session ${other.id} has that name; choose another`);
    if (reason) raise(fault.Invalid({ path: 'name', reason, got: name }));
  }
}

/** A client's request for a session. What is absent has the default of `session.create`. */
export interface SessionRequest extends Partial<Omit<SessionOptions, 'spawn' | 'policy'>> {
  readonly spawn: Omit<SpawnRequest, 'env' | 'clearEnv' | 'size'> &
    Partial<Pick<SpawnRequest, 'env' | 'clearEnv'>> & { readonly size: TerminalSizeRequest };
  readonly redaction?: RedactionOptions;
}

type TerminalSizeRequest = Pick<Size, 'rows' | 'cols'> & Partial<Size>;

/** The server's grants. They decide whether raw output may be requested. */
interface OpenSessionContext {
  readonly redactionEnforced: boolean;
  readonly grants: ReadonlySet<Permission>;
  /** The redaction of the default policy. */
  readonly redaction: Redaction;
}

export function openSession(
  sessions: SessionRegistry,
  { redaction, ...request }: SessionRequest,
  context: OpenSessionContext,
): Session {
  const rest = {
    tags: [],
    scrollback: limits.defaultScrollback,
    transcriptMaxChars: limits.defaultTranscriptChars,
    terminalReplies: true,
    ...request,
    spawn: {
      env: {},
      clearEnv: false,
      ...request.spawn,
      size: { pixelWidth: 0, pixelHeight: 0, ...request.spawn.size },
    },
  };
  const policy = resolvePolicy(redaction, context);
  if (rest.rawTranscript) requireRawPermission('raw.write', context);
  requireNoSecrets(rest.name, rest.tags, context);
  return sessions.create({ ...rest, policy });
}

function resolvePolicy(options: RedactionOptions | undefined, context: OpenSessionContext): RedactionPolicy {
  if (!options) return defaultPolicy;
  if (!options.enabled) requireRawPermission('raw.read', context);
  return toPolicy(options, 'redaction');
}

/** Names and tags are sent to all clients unredacted, so they must not contain secrets. */
export function requireNoSecrets(
  name: string | undefined,
  tags: readonly string[],
  { redaction }: OpenSessionContext,
): void {
  const labels = [['name', name ?? ''], ...tags.map((tag, at) => [`tags.${at}`, tag])] as const;
  for (const [path, label] of labels)
    if (redaction.spans(label!).length > 0)
      raise(fault.Invalid({ path: path!, reason: 'looks like a secret' }));
}
