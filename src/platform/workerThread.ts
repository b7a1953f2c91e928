/**
 * A program in a worker thread that can be terminated at any time. It gets no environment, arguments or standard
 * streams of this process, and does not keep the process alive.
 */

import { createRequire } from 'node:module';
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads';

interface WorkerMemoryLimits {
  readonly heapMiB: number;
  readonly youngMiB: number;
  readonly stackMiB: number;
}

interface WorkerEvents {
  readonly message: (message: unknown) => void;
  /** Emitted once, when the thread has ended for any reason, after all its messages. */
  readonly ended: (why: WorkerExitReason, problem?: Error) => void;
}

/** `memory`: out of memory. `failed`: an uncaught error, or the program does not exist. */
export type WorkerExitReason = 'exit' | 'memory' | 'failed';

/** Plug'n'Play of Yarn finds packages only in threads that load its file, which Node would read from NODE_OPTIONS. */
const packageLoader = (): string[] =>
  process.versions.pnp ? ['--require', createRequire(import.meta.url).resolve('pnpapi')] : [];

export class WorkerThread {
  readonly #worker: Worker;
  /** Sends messages to the program, which must be cloneable. */
  readonly port: MessagePort;
  readonly #events: WorkerEvents;
  #exitReason: WorkerExitReason = 'exit';
  #problem: Error | undefined;

  constructor(file: string, bounds: WorkerMemoryLimits, events: WorkerEvents) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.#events = events;
    this.#worker = new Worker(file, {
      workerData: port2,
      transferList: [port2],
      argv: [],
      execArgv: packageLoader(),
      env: {},
      stdin: false,
      // These streams are not read: reading would keep the process alive. Unread data stays in the memory of the
      // worker.
      stdout: true,
      stderr: true,
      resourceLimits: {
        maxOldGenerationSizeMb: bounds.heapMiB,
        maxYoungGenerationSizeMb: bounds.youngMiB,
        stackSizeMb: bounds.stackMiB,
      },
    });
    this.#listen();
  }

  /** Delivers messages that have arrived but were not emitted yet, for example because this thread was busy. */
  deliverPending(): void {
    for (let one = receiveMessageOnPort(this.port); one; one = receiveMessageOnPort(this.port))
      this.#events.message(one.message);
  }

  /** Terminates the thread at once. `ended` follows. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #listen(): void {
    const worker = this.#worker;
    worker.on('error', (problem: Error & { code?: string }) => {
      this.#exitReason = problem.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed';
      this.#problem = problem;
    });
    worker.on('exit', () => {
      this.deliverPending();
      this.port.close();
      this.#events.ended(this.#exitReason, this.#problem);
    });
    this.port.on('message', this.#events.message);
    this.port.unref();
    worker.unref();
  }
}

/** The side of the worker: receives messages and posts replies. */
interface WorkerPort {
  /** `moved` is transferred, not copied, and cannot be used here afterwards. */
  post(message: unknown, moved?: Uint8Array): void;
  /** Delivers messages one at a time, each in its own turn of the event loop. */
  onMessage(take: (message: unknown) => void): void;
  /** Ends this thread immediately. No handler can prevent it, and posted messages still arrive. */
  end(): never;
}

export function openWorkerPort(): WorkerPort {
  const port = workerData as MessagePort;
  return {
    post: (message, moved) => port.postMessage(message, moved ? [moved.buffer as ArrayBuffer] : []),
    onMessage: (take) => port.on('message', take),
    end: () => process.exit(),
  };
}
