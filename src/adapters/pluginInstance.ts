/**
 * Runs one plugin in a worker. Calls are answered one after the other. A terminated worker is replaced by a fresh one,
 * which loses the state that the plugin kept in its modules.
 */
import { fault } from '#faults.ts';
import { matchers } from '#matchers/registry.ts';
import type { Clock } from '#platform/clock.ts';
import { actions } from '#terminal/input/actions.ts';
import type { HostVocabulary, LogLevel, PluginCall } from './host/declaration.ts';
import type { PluginSources } from './plugin.ts';
import { type PluginAnswer, PluginFailure, PluginThread } from './pluginThread.ts';

/** Action and matcher names for which the Lua host offers helpers. The worker gets names only, no implementation. */
export const createVocabulary = (): HostVocabulary => ({
  actions: Object.values(actions).map(({ name, needs }) => ({ name, needs })),
  matchers: [...matchers.keys()],
});

export interface PluginInstanceOptions {
  readonly sources: PluginSources;
  readonly permissions: ReadonlySet<string>;
  readonly clock: Clock;
  readonly version: string;
  readonly log: (level: LogLevel, line: string, facts?: Readonly<Record<string, unknown>>) => void;
}

interface LoadedPlugin {
  readonly thread: PluginThread;
  readonly exports: readonly string[];
}

interface QueuedCall {
  readonly function: string;
  /** Settles the promise of the caller. */
  readonly run: (loaded: LoadedPlugin) => Promise<void>;
  readonly reject: (failure: unknown) => void;
}

export class PluginInstance {
  readonly #options: PluginInstanceOptions;
  readonly #queue: QueuedCall[] = [];
  #thread: PluginThread | undefined;
  #loaded: LoadedPlugin | undefined;
  #busy = false;
  #closed = false;

  constructor(options: PluginInstanceOptions) {
    this.#options = options;
  }

  get permissions(): ReadonlySet<string> {
    return this.#options.permissions;
  }

  /** The names of the exported functions. */
  exports(): Promise<readonly string[]> {
    return this.#enqueue('', async ({ exports }) => exports);
  }

  call(call: PluginCall): Promise<PluginAnswer> {
    return this.#enqueue(call.function, ({ thread }) => thread.call(call));
  }

  /** Forgets what the plugin remembers: the next call loads it again, in the same worker. */
  reset(): void {
    this.#loaded = undefined;
  }

  /** Rejects all calls that have no answer yet. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#thread?.end('closed', closedMessage);
    for (const { function: called, reject } of this.#queue.splice(0))
      reject(new PluginFailure('closed', closedMessage, called));
    await this.#thread?.gone;
  }

  #enqueue<Value>(called: string, work: (loaded: LoadedPlugin) => Promise<Value>): Promise<Value> {
    if (this.#closed) return Promise.reject(new PluginFailure('closed', closedMessage, called));
    return new Promise((resolve, reject) => {
      const run = async (loaded: LoadedPlugin) => resolve(await work(loaded));
      this.#queue.push({ function: called, run, reject });
      if (!this.#busy) void this.#runQueue();
    });
  }

  async #runQueue(): Promise<void> {
    this.#busy = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const loaded = await this.#load().catch((failure) => this.#failAll(next!, failure));
      if (loaded) await next.run(loaded).catch((failure) => this.#fail(next!, failure));
    }
    this.#busy = false;
  }

  /** Returns the loaded plugin. Loads it, in a fresh worker if the last one was terminated. */
  async #load(): Promise<LoadedPlugin> {
    if (this.#loaded?.thread.usable) return this.#loaded;
    const { sources, permissions, version } = this.#options;
    const thread = await this.#usableThread();
    const exports = await thread.load({
      kind: 'load',
      sources,
      permissions: [...permissions],
      version,
      vocabulary: createVocabulary(),
    });
    this.#loaded = { thread, exports };
    return this.#loaded;
  }

  async #usableThread(): Promise<PluginThread> {
    if (this.#thread?.usable) return this.#thread;
    await this.#thread?.gone;
    if (this.#closed) throw new PluginFailure('closed', closedMessage, '');
    const { sources, clock, log } = this.#options;
    this.#thread = new PluginThread({
      clock,
      log: (level, line) => log(level, line, { plugin: sources.name }),
    });
    return this.#thread;
  }

  /** Fails the whole queue, so that sources that cannot be loaded are not tried again for each call. */
  #failAll(first: QueuedCall, failure: PluginFailure): undefined {
    for (const request of [first, ...this.#queue.splice(0)]) {
      const { reason, message, calls } = failure;
      this.#fail(request, new PluginFailure(reason, message, request.function, calls));
    }
  }

  #fail({ reject, function: called }: QueuedCall, failure: PluginFailure): void {
    const { reason, message, calls } = failure;
    const { log, sources } = this.#options;
    reject(failure);
    if (isRefusal(failure)) log('debug', message, { plugin: sources.name, function: called });
    else if (reason !== 'closed')
      log('warn', message, { plugin: sources.name, function: called, reason, calls });
  }
}

/** The plugin declined the call with `error(message, 0)`. With a position, it is a mistake in the plugin. */
const isRefusal = ({ reason, message, calls }: PluginFailure) =>
  reason === 'error' && /^in \w+ 'error'/.test(calls) && !/^[\w./-]+\.lua:\d+: /.test(message);

const closedMessage = 'the plugin was closed';

/** The functions that a plugin exports. Raises PluginFailed. */
export async function listExports(
  plugin: string,
  instance: Pick<PluginInstance, 'exports'>,
): Promise<readonly string[]> {
  try {
    return await instance.exports();
  } catch (problem) {
    throw toPluginFault(plugin, problem);
  }
}

/** Converts a PluginFailure to a fault. Returns any other error unchanged. */
export function toPluginFault(plugin: string, problem: unknown): unknown {
  if (!(problem instanceof PluginFailure)) return problem;
  const { reason, function: called, message } = problem;
  return fault.PluginFailed({ plugin, function: called, reason }, `${plugin}: ${message}`);
}
