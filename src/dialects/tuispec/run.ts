/** The one session of a listener: what it was initialized with, and the program that it launched. */
import { type ArtifactFolder, slugOf } from '../../core/baseline/folder.ts';
import { fault, raise } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import type { Trace } from '../../core/recording/trace.ts';
import type { Session } from '../../core/session/session.ts';
import type { World } from '../../core/world.ts';
import { failed, Refusal } from './refusal.ts';
import type { Ambiguity } from './shapes.ts';

export interface Settings {
  readonly rows: number;
  readonly cols: number;
  readonly timeoutMs: number;
  readonly ambiguity: Ambiguity;
  readonly theme: string;
  readonly update: boolean;
  /** An input is answered when the screen has been told of, or after a moment: the shipped clients count on it. */
  readonly settles: boolean;
  /** What is told unasked has no blanks at the right, as shipped clients know it. */
  readonly trims: boolean;
  /** A recording goes on with a file that is there: the shipped clients count on it. */
  readonly appends: boolean;
}

export interface Started extends Settings {
  readonly name: string;
}

export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly unset: readonly string[];
}

/** What a client is told of the view, whatever program there is. */
export interface ViewSubscription {
  watch(session: Session): () => void;
  /** It has ended. */
  over(): void;
}

const sharing = (name: string, before: string, slug: string) => {
  const [now, then] = [name, before].map((one) => JSON.stringify(one));
  const reason = `${now} would be kept in the same files as ${then}, ${slug}; give it another name`;
  return fault.Invalid({ path: 'name', reason });
};

export class Run {
  readonly core: World;
  readonly folder: ArtifactFolder;
  readonly defaults: Settings;
  /** Kept when a client has asked for the end. */
  readonly ended: Promise<void>;
  #end!: () => void;
  /** Ends what the client was told of the view. */
  unsubscribe: () => void = () => {};
  #started: Started | undefined;
  #session: Session | undefined;
  #trace: Trace | undefined;
  /** Of snapshots, by what became of them in paths. */
  readonly #names = new Map<string, string>();
  #subscribed: ViewSubscription | undefined;

  constructor(core: World, defaults: Settings) {
    this.core = core;
    this.folder = core.artifacts;
    this.defaults = defaults;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  initialize(name: string, settings: Partial<Settings>): Started {
    if (this.#started) throw new Refusal('AlreadyStarted');
    this.#started = { ...this.defaults, ...settings, name };
    return this.#started;
  }

  get started(): Started {
    if (!this.#started) throw new Refusal('NoActiveSession', 'initialize first');
    return this.#started;
  }

  get session(): Session {
    const missing = this.#started ? 'launch a program first' : 'initialize, then launch a program';
    if (!this.#session || this.#session.closed) throw new Refusal('NoActiveSession', missing);
    return this.#session;
  }

  /** What was launched before is ended. */
  async launch({ program, args, cwd, env, unset }: Launch): Promise<Session> {
    const { rows, cols } = this.started;
    if (this.#session) await this.core.sessions.close(this.#session);
    this.#session = this.core.open({
      spawn: {
        program,
        args,
        ...(cwd !== undefined && { cwd }),
        env,
        unset,
        clearEnv: false,
        size: { rows, cols, pixelWidth: 0, pixelHeight: 0 },
      },
      tags: [],
      scrollback: limits.defaultScrollback,
      transcriptMaxChars: limits.defaultTranscriptChars,
      terminalReplies: true,
    });
    if (this.#subscribed) this.unsubscribe = this.#subscribed.watch(this.#session);
    this.trace?.follow(this.#session);
    return this.#session;
  }

  /** What is said here on its way into a file, while it is. */
  get trace(): Trace | undefined {
    return this.#trace?.over ? undefined : this.#trace;
  }

  record(path: string, intervalMs: number): void {
    if (this.trace) failed(`${this.trace.path} is being recorded already`);
    const { clock, redaction, recordings } = this.core;
    const complain = (reason: string) => this.#session?.warn(`the recording of ${path} ended: ${reason}`);
    const terms = { path, intervalMs, append: this.defaults.appends, redaction, clock, failed: complain };
    this.#trace = recordings.trace(terms);
    if (this.#session && !this.#session.closed) this.#trace.follow(this.#session);
  }

  /** Holds for programs that are launched later as well; undefined ends it. */
  subscribe(subscription: ViewSubscription | undefined): void {
    this.unsubscribe();
    this.unsubscribe = () => {};
    this.#subscribed?.over();
    this.#subscribed = subscription;
    if (subscription && this.#session && !this.#session.closed)
      this.unsubscribe = subscription.watch(this.#session);
  }

  get subscribed(): boolean {
    return this.#subscribed !== undefined;
  }

  async end(): Promise<void> {
    if (this.#session && !this.#session.closed) await this.#session.kill(true);
    await this.trace?.stop();
    this.#end();
  }

  /** As a part of a path. Two names of one session never share their files. */
  #kept(name: string): string {
    const slug = slugOf(name);
    const before = this.#names.get(slug) ?? name;
    if (before !== name) raise(sharing(name, before, slug));
    if (this.#names.size < limits.baselines) this.#names.set(slug, name);
    return slug;
  }

  /** Where a snapshot of that name lies, below the folder. */
  snapshot(name: string, ending: string): readonly string[] {
    return ['sessions', slugOf(this.started.name), 'snapshots', `${this.#kept(name)}.${ending}`];
  }

  baseline(name: string): readonly string[] {
    return ['baselines', slugOf(this.started.name), `${this.#kept(name)}.ansi.txt`];
  }
}
