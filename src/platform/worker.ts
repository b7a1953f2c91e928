/**
 * A program in a thread of its own that can be ended at any moment. It gets nothing of this process: no environment,
 * no arguments, no standard streams. It never keeps the process alive.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

export interface WorkerBounds {
  readonly heapMiB: number;
  readonly youngMiB: number;
  readonly stackMiB: number;
}

export interface WorkerEvents {
  message(message: unknown): void;
  /** Once: it came to its end, whoever ended it. Messages that it had sent before have been given. */
  ended(why: WorkerEnd, problem?: Error): void;
}

/** `memory`: the engine found no more of it. `failed`: an error that nobody caught, or no such program. */
export type WorkerEnd = 'exit' | 'memory' | 'failed';

export class WorkerThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #events: WorkerEvents;
  #why: WorkerEnd = 'exit';
  #problem: Error | undefined;

  constructor(file: string, bounds: WorkerBounds, events: WorkerEvents) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#events = events;
    this.#worker = new Worker(file, {
      workerData: port2,
      transferList: [port2],
      argv: [],
      execArgv: [],
      env: {},
      stdin: false,
      // Nobody reads them: it would keep the process alive, and what is not read waits in the worker, at its expense.
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

  /** A value that can be cloned. */
  post(message: unknown): void {
    this.#port.postMessage(message);
  }

  /** Gives what it has sent and nobody was told yet, as when this thread comes to its turn late. */
  takeWaiting(): void {
    for (let one = receiveMessageOnPort(this.#port); one; one = receiveMessageOnPort(this.#port))
      this.#events.message(one.message);
  }

  /** Stops it wherever it is. `ended` follows. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #listen(): void {
    const worker = this.#worker;
    worker.on('error', (problem: Error & { code?: string }) => {
      this.#why = problem.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed';
      this.#problem = problem;
    });
    worker.on('exit', () => {
      this.takeWaiting();
      this.#port.close();
      this.#events.ended(this.#why, this.#problem);
    });
    this.#port.on('message', (message) => this.#events.message(message));
    this.#port.unref();
    worker.unref();
  }
}
