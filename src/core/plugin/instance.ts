/**
 * One plugin in a worker of its own: calls are answered one after the other, and a worker that had to be ended is
 * followed by a fresh one. The state that a plugin keeps in its modules lives as long as its worker.
 */
import type { Clock } from '../../platform/clock.ts';
import { PluginFailure } from './failure.ts';
import type { Asked, LogLevel } from './host/index.ts';
import { type Answered, PluginThread } from './pluginThread.ts';
import type { Sources } from './sources.ts';
import { vocabulary } from './vocabulary.ts';

export { PluginFailure, type PluginFailureReason } from './failure.ts';
export type { Asked, RuleTrace } from './host/index.ts';
export type { Answered } from './pluginThread.ts';
export type { Sources } from './sources.ts';

export interface InstanceOptions {
  readonly sources: Sources;
  readonly permissions: ReadonlySet<string>;
  readonly clock: Clock;
  readonly version: string;
  readonly log: (level: LogLevel, line: string, facts?: Readonly<Record<string, unknown>>) => void;
}

interface Loaded {
  readonly thread: PluginThread;
  readonly exports: readonly string[];
}

interface Request {
  readonly function: string;
  /** Settles the promise of whoever asked. */
  readonly run: (loaded: Loaded) => Promise<void>;
  readonly reject: (failure: unknown) => void;
}

export class Instance {
  readonly #options: InstanceOptions;
  readonly #queue: Request[] = [];
  #thread: PluginThread | undefined;
  #loaded: Loaded | undefined;
  #busy = false;
  #closed = false;

  constructor(options: InstanceOptions) {
    this.#options = options;
  }

  /** The names of the functions that the plugin exports. */
  exports(): Promise<readonly string[]> {
    return this.#ask('', async ({ exports }) => exports);
  }

  call(asked: Asked): Promise<Answered> {
    return this.#ask(asked.function, ({ thread }) => thread.call(asked));
  }

  /** Whatever is not answered fails. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#thread?.end('closed', closed);
    for (const { function: called, reject } of this.#queue.splice(0))
      reject(new PluginFailure('closed', closed, called));
    await this.#thread?.gone;
  }

  #ask<Value>(called: string, work: (loaded: Loaded) => Promise<Value>): Promise<Value> {
    if (this.#closed) return Promise.reject(new PluginFailure('closed', closed, called));
    return new Promise((resolve, reject) => {
      const run = async (loaded: Loaded) => resolve(await work(loaded));
      this.#queue.push({ function: called, run, reject });
      if (!this.#busy) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#busy = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const loaded = await this.#load().catch((failure) => this.#refuse(next!, failure));
      if (loaded) await next.run(loaded).catch((failure) => this.#fail(next!, failure));
    }
    this.#busy = false;
  }

  /** In the worker that is there, or in a fresh one. */
  async #load(): Promise<Loaded> {
    if (this.#loaded?.thread.usable) return this.#loaded;
    await this.#thread?.gone;
    if (this.#closed) throw new PluginFailure('closed', closed, '');
    const { sources, permissions, clock, log, version } = this.#options;
    const thread = new PluginThread({
      clock,
      log: (level, line) => log(level, line, { plugin: sources.name }),
    });
    this.#thread = thread;
    const exports = await thread.load({
      kind: 'load',
      sources,
      permissions: [...permissions],
      version,
      vocabulary: vocabulary(),
    });
    this.#loaded = { thread, exports };
    return this.#loaded;
  }

  /** Files that cannot be loaded are not tried again for each that waits. */
  #refuse(first: Request, failure: PluginFailure): undefined {
    for (const request of [first, ...this.#queue.splice(0)]) {
      const { reason, message, calls } = failure;
      this.#fail(request, new PluginFailure(reason, message, request.function, calls));
    }
  }

  #fail({ reject, function: called }: Request, failure: PluginFailure): void {
    const { reason, message, calls } = failure;
    reject(failure);
    if (reason !== 'closed')
      this.#options.log('warn', message, {
        plugin: this.#options.sources.name,
        function: called,
        reason,
        calls,
      });
  }
}

const closed = 'the plugin was closed';
