/**
 * One worker thread that holds one plugin. It loads the plugin, answers one call after the other, and is terminated
 * when a call fails badly. Also: the ways in which a call fails, the deadline for a call, and the messages between the
 * server and the worker. The server does not trust the worker: a plugin that escaped the sandbox could send anything, so
 * each message is validated here.
 */
import { join } from 'node:path';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { threadCpuMs } from '#platform/eventLoop.ts';
import { createDeferred, type Disposable } from '#platform/lifetimes.ts';
import type { CompiledFiles } from '#platform/lua/compiledChunk.ts';
import { formatLastSeen, lastSeenBytes } from '#platform/lua/lastSeenPosition.ts';
import { packageFolder } from '#platform/paths.ts';
import { z } from '#platform/schema.ts';
import { type WorkerExitReason, WorkerThread } from '#platform/workerThread.ts';
import type { HostVocabulary, LogLevel, PluginCall } from './host/declaration.ts';
import { CompiledPlugins, type PluginSources, sharedModules } from './plugin.ts';

type PluginFailureReason = FailureReason | 'crashed' | 'closed';

/** Whether the worker must be replaced after this failure. */
const endsWorker = (reason: PluginFailureReason): boolean => reason !== 'error' && reason !== 'shape';

export class PluginFailure extends Error {
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
    this.#worker.post({ ...message, sources, ...shared } satisfies ToWorker);
    const { exports, compiled } = await loaded;
    compiledPlugins.keep(sources, compiled);
    return exports;
  }

  async call(call: PluginCall): Promise<PluginAnswer> {
    const id = ++this.#calls;
    const answered = this.#waitFor('answered', call.function, id);
    this.#worker.post({ kind: 'call', id, call } satisfies ToWorker);
    return (await answered).json;
  }

  /** Terminates the worker. The pending call fails with this reason. */
  end(reason: PluginFailureReason, message: string): void {
    this.#usable = false;
    this.#fail(reason, message);
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
    if (awaited.kind === 'answered' && !endsWorker(reported)) return this.#fail(reported, message, calls);
    this.#usable = false;
    this.#fail(reported, message, calls);
    void this.#worker.end();
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
