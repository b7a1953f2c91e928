/** One worker with one plugin in it: it is loaded, answers one call after the other, and is ended when it goes wrong. */
import { join } from 'node:path';
import type { Clock, Disarm } from '../../platform/clock.ts';
import { lastSeenSize, placeLastSeen } from '../../platform/lua/lastSeen.ts';
import { packageFolder } from '../../platform/packageFolder.ts';
import { threadMs } from '../../platform/threadTime.ts';
import { type WorkerEnd, WorkerThread } from '../../platform/worker.ts';
import { limits } from '../limits.ts';
import { alarm } from './alarm.ts';
import { endsWorker, PluginFailure, type PluginFailureReason } from './failure.ts';
import type { Asked, LogLevel, RuleTrace } from './host/index.ts';
import { type FromWorker, readMessage, type ToWorker } from './messages.ts';

export interface Answered {
  /** JSON; undefined for nil. */
  readonly value: unknown;
  readonly trace: readonly RuleTrace[];
}

/** What the worker owes an answer to. */
interface Awaited {
  readonly kind: 'ready' | 'loaded' | 'answered';
  readonly id?: number;
  readonly function: string;
  readonly resolve: (message: FromWorker) => void;
  readonly reject: (failure: PluginFailure) => void;
  disarm: Disarm;
  lines: number;
}

export type ToLoad = Omit<Extract<ToWorker, { kind: 'load' }>, 'lastSeen'>;

export interface PluginThreadOptions {
  readonly clock: Clock;
  readonly log: (level: LogLevel, line: string) => void;
  /** Other than ours, to see what becomes of one that is not to be trusted. */
  readonly program?: string;
}

const ours = () => join(packageFolder(), 'dist', 'pluginWorker.js');
const bounds = { heapMiB: limits.pluginHeapMiB, youngMiB: 16, stackMiB: 4 };

export class PluginThread {
  readonly #clock: Clock;
  readonly #log: PluginThreadOptions['log'];
  readonly #worker: WorkerThread;
  readonly #ready: Promise<FromWorker>;
  /** Settled when the thread is gone. */
  readonly gone: Promise<void>;
  readonly #lastSeen = new SharedArrayBuffer(lastSeenSize);
  #modules: readonly string[] = [];
  #awaited: Awaited | undefined;
  #calls = 0;
  #thread: number | undefined;
  #usable = true;

  constructor({ clock, log, program = ours() }: PluginThreadOptions) {
    this.#clock = clock;
    this.#log = log;
    let gone = (): void => {};
    this.gone = new Promise((resolve) => {
      gone = resolve;
    });
    this.#worker = new WorkerThread(program, bounds, {
      message: (message) => this.#take(message),
      ended: (why, problem) => {
        this.#ended(why, problem);
        gone();
      },
    });
    this.#ready = this.#await('ready', '');
    this.#ready.catch(() => {});
  }

  /** False once it was ended, or is about to be. */
  get usable(): boolean {
    return this.#usable;
  }

  /** The names of the exported functions. */
  async load(message: ToLoad): Promise<readonly string[]> {
    const { thread } = (await this.#ready) as Extract<FromWorker, { kind: 'ready' }>;
    this.#thread = thread;
    const loaded = this.#await('loaded', '');
    this.#modules = Object.keys(message.sources.modules);
    this.#worker.post({ ...message, lastSeen: this.#lastSeen } satisfies ToWorker);
    return ((await loaded) as Extract<FromWorker, { kind: 'loaded' }>).exports;
  }

  async call(asked: Asked): Promise<Answered> {
    const id = ++this.#calls;
    const answered = this.#await('answered', asked.function, id);
    this.#worker.post({ kind: 'call', id, asked } satisfies ToWorker);
    const { value, trace } = (await answered) as Extract<FromWorker, { kind: 'answered' }>;
    return { value, trace };
  }

  /** What is awaited fails with this. */
  end(reason: PluginFailureReason, message: string): void {
    this.#usable = false;
    this.#fail(reason, message);
    void this.#worker.end();
  }

  #await(kind: Awaited['kind'], called: string, id?: number): Promise<FromWorker> {
    const ms = kind === 'ready' ? limits.pluginStartMs : limits.pluginStopMs;
    const mostMs = kind === 'ready' ? limits.pluginStartMs : limits.pluginWaitMs;
    const ran = () => (this.#thread === undefined ? undefined : threadMs(this.#thread));
    const disarm = alarm(this.#clock, { ms, mostMs, ran, ring: () => this.#late(ms) });
    return new Promise((resolve, reject) => {
      this.#awaited = { kind, function: called, resolve, reject, disarm, lines: 0, ...(id && { id }) };
    });
  }

  /** The answer may be there already, when it is we who are late. */
  #late(ms: number): void {
    const awaited = this.#awaited;
    this.#worker.takeWaiting();
    if (!awaited || this.#awaited !== awaited) return;
    if (awaited.kind === 'ready') return this.end('crashed', `its worker did not come up within ${ms} ms`);
    const place = placeLastSeen(this.#lastSeen, this.#modules);
    this.end(
      'deadline',
      `${place}stopped: no answer within ${ms} ms, as when a pattern takes long${place && '; that is the last call of a library that was seen'}`,
    );
  }

  #take(raw: unknown): void {
    const awaited = this.#awaited;
    if (!this.#usable || !awaited) return;
    const message = readMessage(raw);
    if (message?.kind === 'log' && awaited.lines++ < limits.pluginLogLines)
      return this.#log(message.level, message.text);
    if (message?.kind === 'failed' && message.id === awaited.id) return this.#failed(awaited, message);
    if (message?.kind !== awaited.kind || (message.kind === 'answered' && message.id !== awaited.id))
      return this.end('crashed', 'its worker sent what it may not send');
    this.#settle().resolve(message);
  }

  #failed(awaited: Awaited, { reason, message, calls }: Extract<FromWorker, { kind: 'failed' }>): void {
    const told = awaited.kind !== 'answered' && reason === 'error' ? 'load' : reason;
    if (awaited.kind === 'answered' && !endsWorker(told)) return this.#fail(told, message, calls);
    this.#usable = false;
    this.#fail(told, message, calls);
    void this.#worker.end();
  }

  #fail(reason: PluginFailureReason, message: string, calls = ''): void {
    if (!this.#awaited) return;
    const { reject, function: called } = this.#settle();
    reject(new PluginFailure(reason, message, called, calls));
  }

  #settle(): Awaited {
    const awaited = this.#awaited!;
    this.#awaited = undefined;
    awaited.disarm();
    return awaited;
  }

  #ended(why: WorkerEnd, problem?: Error): void {
    this.#usable = false;
    // It may name files of this machine, which is for the log alone.
    if (why === 'failed') this.#log('error', `its worker failed: ${problem?.stack ?? 'no reason is known'}`);
    if (why === 'memory') this.#fail('memory', 'stopped: the Lua machine ran out of memory');
    else this.#fail('crashed', 'its worker ended unasked');
  }
}
