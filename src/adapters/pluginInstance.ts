/**
 * Runs one plugin in a worker thread. Calls are answered one after the other. A worker is terminated when a call fails
 * badly, and a fresh one replaces it, which loses the state that the plugin kept in its modules. This file also has
 * the failures of calls, their deadline, the thread, and the messages of the worker. The server does not trust the worker:
 * a plugin that escaped the sandbox could send anything, so each message is validated here.
 *
 * Long because a call passes all of these parts.
 */
import { join } from 'node:path';
import { fault } from '#faults.ts';
import { limits } from '#limits.ts';
import { matchers } from '#matchers/registry.ts';
import type { Clock } from '#platform/clock.ts';
import { threadCpuMs } from '#platform/eventLoop.ts';
import { createDeferred, type Disposable } from '#platform/lifetimes.ts';
import type { CompiledFiles } from '#platform/lua/compiledChunk.ts';
import { formatLastSeen, lastSeenBytes } from '#platform/lua/lastSeenPosition.ts';
import { packageFolder } from '#platform/paths.ts';
import { z } from '#platform/schema.ts';
import { type WorkerExitReason, WorkerThread } from '#platform/workerThread.ts';
import { actions } from '#terminal/input/actions.ts';
import type { HostVocabulary, LogLevel, PluginCall } from './host/declaration.ts';
import { CompiledPlugins, type PluginSources, sharedModules } from './plugin.ts';

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

type PluginFailureReason = FailureReason | 'crashed' | 'closed';

/** Whether the worker must be replaced after this failure. */
const endsWorker = (reason: PluginFailureReason): boolean => reason !== 'error' && reason !== 'shape';

class PluginFailure extends Error {
  override readonly name = 'PluginFailure';
  readonly reason: PluginFailureReason;
  /** The called function of the plugin. Empty when the failure belongs to no call. */
  readonly function: string;
  /** The Lua stack, innermost call first, one call a line. */
  readonly calls: string;
  constructor(reason: PluginFailureReason, message: string, called: string, calls = '') {
    super(message);
    this.reason = reason;
    this.function = called;
    this.calls = calls;
  }
}

/** A deadline is checked this many times before it expires. */
const deadlineSlices = 5;

interface ThreadDeadlineOptions {
  /** CPU time that the thread may use, in ms. */
  readonly ms: number;
  /** Upper bound on elapsed time, in ms, however little CPU time the thread got. */
  readonly mostMs: number;
  /** CPU time that the thread has used, in ms. Undefined where the system does not report it. */
  readonly ran: () => number | undefined;
  /** `starved`: the thread got less CPU time than it may use. */
  readonly onExpired: (starved: boolean) => void;
}

/**
 * Starts a deadline on the CPU time of a thread, checked once a slice. While this thread is busy or the machine sleeps,
 * only the current slice counts. CPU time is first read at the end of the first slice, because most calls end before
 * it.
 */
export function startThreadDeadline(
  clock: Clock,
  { ms, mostMs, ran, onExpired: ring }: ThreadDeadlineOptions,
): Disposable {
  const slice = ms / deadlineSlices;
  let waited = 0;
  let before: number | undefined;
  const wait = (next: number): Disposable =>
    clock.after(next, () => {
      waited += next;
      const now = ran();
      before ??= now;
      const used = now === undefined || before === undefined ? waited : slice + now - before;
      if (used >= ms || waited >= mostMs) ring(used < ms);
      else timer = wait(Math.max(slice / 10, Math.min(slice, ms - used)));
    });
  let timer = wait(slice);
  return { dispose: () => timer.dispose() };
}

/** The message that the worker has to send next. */
interface PendingAnswer {
  readonly kind: 'ready' | 'loaded' | 'answered';
  readonly id?: number;
  readonly function: string;
  readonly resolve: (message: ParsedMessage) => void;
  readonly reject: (failure: PluginFailure) => void;
  timer: Disposable;
  lines: number;
}

export type LoadMessage = Omit<Extract<ToWorker, { kind: 'load' }>, 'lastSeen' | 'compiled'>;

interface PluginThreadOptions {
  readonly clock: Clock;
  readonly log: (level: LogLevel, line: string) => void;
  /** Path of the worker program. Specs replace it to simulate an untrusted worker. */
  readonly program?: string;
}

/** Shared by all servers of this process. */
const compiledPlugins = new CompiledPlugins();

const defaultProgram = () => join(packageFolder(), 'dist', 'pluginWorker.cjs');
const workerBounds = { heapMiB: limits.pluginHeapMiB, youngMiB: 16, stackMiB: 4 };

export class PluginThread {
  readonly #clock: Clock;
  readonly #log: PluginThreadOptions['log'];
  readonly #worker: WorkerThread;
  readonly #ready: Promise<MessageOf<'ready'>>;
  readonly #end = createDeferred();
  /** Resolves when the thread has ended. */
  readonly gone = this.#end.promise;
  readonly #lastSeen = new SharedArrayBuffer(lastSeenBytes);
  #modules: readonly string[] = [];
  #pending: PendingAnswer | undefined;
  #calls = 0;
  #thread: number | undefined;
  #usable = true;

  constructor({ clock, log, program = defaultProgram() }: PluginThreadOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#worker = new WorkerThread(program, workerBounds, {
      message: (message) => this.#handleMessage(message),
      ended: (why, problem) => {
        this.#handleEnd(why, problem);
        this.#end.resolve();
      },
    });
    this.#ready = this.#waitFor('ready', '');
    this.#ready.catch(() => {});
  }

  /** False once the worker was terminated or is about to be. */
  get usable(): boolean {
    return this.#usable;
  }

  /** Loads the plugin. Returns the names of its exported functions. */
  async load(message: LoadMessage): Promise<readonly string[]> {
    const { thread } = await this.#ready;
    this.#thread = thread;
    const loaded = this.#waitFor('loaded', '');
    // No file of a plugin has a name with a slash, so a plugin cannot replace a shared module.
    const sources = { ...message.sources, modules: { ...message.sources.modules, ...sharedModules() } };
    this.#modules = Object.keys(sources.modules);
    const known = compiledPlugins.find(sources);
    const shared = { lastSeen: this.#lastSeen, compiled: known };
    this.#worker.port.postMessage({ ...message, sources, ...shared } satisfies ToWorker);
    const { exports, compiled } = await loaded;
    compiledPlugins.keep(sources, compiled);
    return exports;
  }

  async call(call: PluginCall): Promise<PluginAnswer> {
    const id = ++this.#calls;
    const answered = this.#waitFor('answered', call.function, id);
    this.#worker.port.postMessage({ kind: 'call', id, call } satisfies ToWorker);
    return (await answered).json;
  }

  /** Terminates the worker. The pending call fails with this reason. */
  end(reason: PluginFailureReason, message: string, calls = ''): void {
    this.#usable = false;
    this.#fail(reason, message, calls);
    void this.#worker.end();
  }

  #waitFor<Kind extends PendingAnswer['kind']>(
    kind: Kind,
    called: string,
    id?: number,
  ): Promise<MessageOf<Kind>> {
    const ms = kind === 'ready' ? limits.pluginStartMs : limits.pluginStopMs;
    const mostMs = kind === 'answered' ? limits.pluginWaitMs : limits.pluginStartMs;
    const ran = () => (this.#thread === undefined ? undefined : threadCpuMs(this.#thread));
    const timer = startThreadDeadline(this.#clock, {
      ms,
      mostMs,
      ran,
      onExpired: (starved) => this.#handleDeadline(starved ? mostMs : ms, starved),
    });
    return new Promise((resolve, reject) => {
      const settle = resolve as PendingAnswer['resolve'];
      this.#pending = { kind, function: called, resolve: settle, reject, timer, lines: 0, ...(id && { id }) };
    });
  }

  /** Reads queued messages first: the answer may have arrived while this thread was busy. */
  #handleDeadline(ms: number, starved: boolean): void {
    const awaited = this.#pending;
    this.#worker.deliverPending();
    if (!awaited || this.#pending !== awaited) return;
    if (awaited.kind === 'ready') return this.end('crashed', `its worker did not start within ${ms} ms`);
    if (starved)
      return this.end('deadline', `stopped: no answer within ${ms} ms, with too little processor time`);
    const place = formatLastSeen(this.#lastSeen, this.#modules);
    this.end(
      'deadline',
      `${place}stopped: no answer within ${ms} ms; a pattern may take too long${place && ', and the position is that of the last observed library call'}`,
    );
  }

  #handleMessage(raw: unknown): void {
    const awaited = this.#pending;
    if (!this.#usable || !awaited) return;
    const message = readMessage(raw);
    if (message?.kind === 'log' && awaited.lines++ < limits.pluginLogLines)
      return this.#log(message.level, message.text);
    if (message?.kind === 'failed' && message.id === awaited.id) return this.#handleFailure(awaited, message);
    if (message?.kind !== awaited.kind || (message.kind === 'answered' && message.id !== awaited.id))
      return this.end('crashed', 'its worker sent an invalid message');
    this.#settle().resolve(message);
  }

  #handleFailure(awaited: PendingAnswer, { reason, message, calls }: MessageOf<'failed'>): void {
    const reported = awaited.kind !== 'answered' && reason === 'error' ? 'load' : reason;
    if (awaited.kind === 'answered' && !endsWorker(reported)) this.#fail(reported, message, calls);
    else this.end(reported, message, calls);
  }

  #fail(reason: PluginFailureReason, message: string, calls = ''): void {
    if (!this.#pending) return;
    const { reject, function: called } = this.#settle();
    reject(new PluginFailure(reason, message, called, calls));
  }

  #settle(): PendingAnswer {
    const awaited = this.#pending!;
    this.#pending = undefined;
    awaited.timer.dispose();
    return awaited;
  }

  #handleEnd(why: WorkerExitReason, problem?: Error): void {
    this.#usable = false;
    // The stack may contain local paths. It is written to the log only.
    if (why === 'failed') this.#log('error', `its worker failed: ${problem?.stack ?? 'unknown reason'}`);
    if (why === 'memory') this.#fail('memory', 'stopped: the Lua machine ran out of memory');
    else this.#fail('crashed', 'its worker ended unexpectedly');
  }
}

export type ToWorker =
  | {
      readonly kind: 'load';
      readonly sources: PluginSources;
      /** What an earlier worker has made of the same sources. Empty for the first. */
      readonly compiled: CompiledFiles;
      readonly permissions: readonly string[];
      readonly version: string;
      readonly vocabulary: HostVocabulary;
      /** Shared memory in which the script writes its current position for the server. */
      readonly lastSeen: SharedArrayBuffer;
    }
  | { readonly kind: 'call'; readonly id: number; readonly call: PluginCall };

/** Our worker truncates text to `pluginMessageChars`. Twice that leaves room for the truncation mark. */
const TextSchema = z.string().max(2 * limits.pluginMessageChars);

const AnswerSchema = z.object({
  /** Undefined for nil. */
  value: z.unknown().optional(),
  /** The called function is a coroutine that waits to be resumed. */
  suspended: z.boolean().default(false),
  /** Where it is suspended, such as `main.lua:12`. */
  line: TextSchema.optional(),
  trace: z.array(
    z.object({
      rule: TextSchema,
      matched: z.boolean(),
      rows: z.array(z.int()),
      why: TextSchema.optional(),
    }),
  ),
});
export type PluginAnswer = z.output<typeof AnswerSchema>;

/** JSON escapes can double the bytes of a value, control characters take more, and the trace is added. */
const maxAnswerChars = 4 * limits.pluginValueBytes;

const FromWorker = z.discriminatedUnion('kind', [
  /** With the id of the system thread, where the system reports it. */
  z.object({ kind: z.literal('ready'), thread: z.int().optional() }),
  /** With the files that this worker had to compile. */
  z.object({
    kind: z.literal('loaded'),
    exports: z.array(z.string().max(limits.nameChars)).max(limits.pluginExports).readonly(),
    compiled: z.record(
      z.string(),
      z.custom<Uint8Array>((file) => file instanceof Uint8Array),
    ),
  }),
  /** The answer is one JSON text, which cannot carry anything but JSON. */
  z.object({
    kind: z.literal('answered'),
    id: z.int(),
    json: z.string().max(maxAnswerChars).transform(parseJson).pipe(AnswerSchema),
  }),
  /** Without an id while the files are loaded. */
  z.object({
    kind: z.literal('failed'),
    id: z.int().optional(),
    reason: z.enum(['load', 'error', 'deadline', 'memory', 'shape']),
    message: TextSchema,
    calls: TextSchema,
  }),
  z.object({
    kind: z.literal('log'),
    level: z.enum(['debug', 'info', 'warn', 'error']) satisfies z.ZodType<LogLevel>,
    text: TextSchema,
  }),
]);
/** As the worker posts it. */
export type WorkerMessage = z.input<typeof FromWorker>;
type ParsedMessage = z.output<typeof FromWorker>;
type MessageOf<Kind extends ParsedMessage['kind']> = Extract<ParsedMessage, { kind: Kind }>;

export type FailureReason = MessageOf<'failed'>['reason'];

function parseJson(json: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(json);
  } catch {
    context.addIssue('not JSON');
    return z.NEVER;
  }
}

/** Returns undefined for an invalid message. */
export const readMessage = (message: unknown): ParsedMessage | undefined =>
  FromWorker.safeParse(message).data;
