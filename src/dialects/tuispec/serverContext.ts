/** The one session of a listener: its settings, its program, its recording and its subscription. */

import type { Core } from '#core.ts';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { createDeferred, type Disposable } from '#platform/lifetimes.ts';
import type { Trace } from '#recording/trace.ts';
import { type ArtifactFolder, toSlug } from '#rendering/artifactFolder.ts';
import type { Session } from '#session/session.ts';
import { createError, raiseMethodFailed } from './errors.ts';
import type { AmbiguityMode } from './method.ts';

/**
 * The response of the program to the last input. The released server replies to an input about 95 ms after it was
 * written, so its clients expect the response on the screen at once. Here the reply does not wait; the next read waits
 * for the program.
 */
interface Settling {
  /** Resolves when the program has written something, or its time is over. */
  readonly responded: Promise<void>;
  /** Resolves when the program has responded and then paused, or its time is over. */
  readonly settled: Promise<void>;
}

export const alreadySettled: Settling = { responded: Promise.resolve(), settled: Promise.resolve() };

export function watchSettling(session: Session): Settling {
  const responded = createDeferred();
  const settled = createDeferred();
  let pause: Disposable | undefined;
  const finish = () => {
    deadline.dispose();
    pause?.dispose();
    observing.dispose();
    responded.resolve();
    settled.resolve();
  };
  const deadline = session.clock.after(limits.inputSettleMs, finish);
  const observing = session.observers.add({
    handleEvent: ({ kind }) => {
      if (kind === 'exited') finish();
      if (kind !== 'output') return;
      responded.resolve();
      pause?.dispose();
      pause = session.clock.after(limits.inputPauseMs, finish);
    },
    done: () => Promise.resolve(),
  });
  return { responded: responded.promise, settled: settled.promise };
}

interface TuispecSettings {
  readonly rows: number;
  readonly cols: number;
  readonly timeoutMs: number;
  readonly ambiguity: AmbiguityMode;
  readonly theme: string;
  readonly update: boolean;
  /** Serves what released clients expect beyond the document: `wire=client`. */
  readonly shipped: boolean;
}

interface SessionSettings extends TuispecSettings {
  readonly name: string;
}

interface LaunchOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly unset: readonly string[];
}

/** The client's subscription to view changes. It outlives the program. */
interface ViewSubscription {
  watch(session: Session): Disposable;
  /** Called when the subscription ends. */
  onEnded(): void;
}

const createNameConflict = (name: string, before: string, slug: string) => {
  const [now, then] = [name, before].map((one) => JSON.stringify(one));
  const reason = `${now} has the same files as ${then}: ${slug}; use another name`;
  return fault.Invalid({ path: 'name', reason });
};

export class TuispecServerContext {
  readonly core: Core;
  readonly folder: ArtifactFolder;
  readonly defaults: TuispecSettings;
  readonly #end = createDeferred();
  /** Resolves when a client has requested the shutdown. */
  readonly ended = this.#end.promise;
  /** The subscription to the current session. */
  #watching: Disposable | undefined;
  #started: SessionSettings | undefined;
  #session: Session | undefined;
  #trace: Trace | undefined;
  /** Names of snapshots by their slug in paths. */
  readonly #snapshotNames = new Map<string, string>();
  #subscribed: ViewSubscription | undefined;
  /** The program's response to the last input, for released clients. */
  settling: Settling = alreadySettled;

  constructor(core: Core, defaults: TuispecSettings) {
    this.core = core;
    this.folder = core.artifacts;
    this.defaults = defaults;
  }

  initialize(name: string, settings: Partial<TuispecSettings>): SessionSettings {
    if (this.#started) throw createError('AlreadyStarted');
    this.#started = { ...this.defaults, ...settings, name };
    if (this.core.grants.has('file.write')) this.folder.makeFolder(this.#folder);
    return this.#started;
  }

  get started(): SessionSettings {
    if (!this.#started) throw createError('NoActiveSession', 'initialize first');
    return this.#started;
  }

  get session(): Session {
    void this.started;
    if (!this.#session || this.#session.closed)
      return raiseMethodFailed('no program is running: call launch first');
    return this.#session;
  }

  /** Starts a program, after it has closed the session of the previous one. */
  async launch({ program, args, cwd, env, unset }: LaunchOptions): Promise<Session> {
    const { rows, cols } = this.started;
    if (this.#session) await this.core.sessions.close(this.#session);
    this.#session = this.core.openSession({
      spawn: { program, args, ...(cwd !== undefined && { cwd }), env, unset, size: { rows, cols } },
    });
    this.#watching = this.#subscribed?.watch(this.#session);
    this.trace?.follow(this.#session);
    return this.#session;
  }

  /** The recording of messages, while it is active. */
  get trace(): Trace | undefined {
    return this.#trace?.ended ? undefined : this.#trace;
  }

  startTrace(path: string, intervalMs: number): void {
    if (this.trace) raiseMethodFailed(`already recording to ${this.trace.path}; call recording.stop first`);
    const { clock, redaction, recordings } = this.core;
    const complain = (reason: string) => this.#session?.warn(`the recording ${path} ended: ${reason}`);
    const options = { path, intervalMs, append: this.defaults.shipped, redaction, clock, failed: complain };
    this.#trace = recordings.startTrace(options);
    if (this.#session && !this.#session.closed) this.#trace.follow(this.#session);
  }

  /** Also applies to programs that are launched later; undefined ends the subscription. */
  subscribe(subscription: ViewSubscription | undefined): void {
    this.#watching?.dispose();
    this.#watching = undefined;
    this.#subscribed?.onEnded();
    this.#subscribed = subscription;
    if (subscription && this.#session && !this.#session.closed)
      this.#watching = subscription.watch(this.#session);
  }

  get subscribed(): boolean {
    return this.#subscribed !== undefined;
  }

  async end(): Promise<void> {
    if (this.#session && !this.#session.closed) await this.#session.kill(true);
    await this.trace?.stop();
    this.#end.resolve();
  }

  /** The folder of this session's artifacts. */
  get artifactRoot(): string {
    return this.folder.pathTo(this.#folder);
  }

  get #folder(): readonly string[] {
    return ['sessions', toSlug(this.started.name)];
  }

  /** The name as a part of a path. Two names never share a file. */
  #slugFor(name: string): string {
    const slug = toSlug(name);
    const before = this.#snapshotNames.get(slug) ?? name;
    if (before !== name) raise(createNameConflict(name, before, slug));
    if (this.#snapshotNames.size < limits.baselines) this.#snapshotNames.set(slug, name);
    return slug;
  }

  /** The path of a snapshot, relative to the artifact folder. */
  snapshotPath(name: string, ending: string): readonly string[] {
    return [...this.#folder, 'snapshots', `${this.#slugFor(name)}.${ending}`];
  }

  baselinePath(name: string): readonly string[] {
    return ['baselines', toSlug(this.started.name), `${this.#slugFor(name)}.ansi.txt`];
  }
}
