/**
 * Makes PNG of mosaics, in a thread of its own: a large picture takes a second, and everybody else's sessions go on
 * meanwhile. One is painted at a time; the thread is there from the first picture on.
 */
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { packageFolder } from '../../platform/packageFolder.ts';
import { type WorkerEnd, WorkerThread } from '../../platform/worker.ts';
import { type Fault, fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import type { Mosaic } from './mosaic.ts';
import type { Painted } from './worker.ts';

export interface PainterOptions {
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Other than ours, to see what becomes of one that does not answer. */
  readonly program?: string;
}

interface Order {
  readonly mosaic: Mosaic;
  readonly resolve: (png: Uint8Array) => void;
  readonly reject: (fault: Fault) => void;
}

const bounds = { heapMiB: limits.painterHeapMiB, youngMiB: 32, stackMiB: 4 };

export class Painter {
  readonly #options: PainterOptions;
  readonly #waiting: Order[] = [];
  #painting: Order | undefined;
  #disarm = (): void => {};
  #thread: WorkerThread | undefined;
  #gone: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: PainterOptions) {
    this.#options = options;
  }

  png(mosaic: Mosaic): Promise<Uint8Array> {
    if (this.#closed) raise(fault.Cancelled({ reason: 'shutdown' }));
    if (this.#waiting.length >= limits.screenshots) raise(tooMuch('screenshots'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ mosaic, resolve, reject });
      this.#next();
    });
  }

  /** What is not painted fails. */
  async close(): Promise<void> {
    this.#closed = true;
    const cancelled = fault.Cancelled({ reason: 'shutdown' });
    for (const order of this.#waiting.splice(0)) order.reject(cancelled);
    this.#end(cancelled);
    await this.#gone;
  }

  #next(): void {
    if (this.#painting) return;
    const order = this.#waiting.shift();
    if (!order) return;
    this.#painting = order;
    this.#thread ??= this.#start();
    this.#thread.post(order.mosaic);
    this.#disarm = this.#options.clock.after(limits.screenshotMs, () => this.#end(tooMuch('screenshotMs')));
  }

  #start(): WorkerThread {
    const file = this.#options.program ?? join(packageFolder(), 'dist', 'painterWorker.js');
    let gone = (): void => {};
    this.#gone = new Promise((resolve) => {
      gone = resolve;
    });
    const thread: WorkerThread = new WorkerThread(file, bounds, {
      message: (message) => thread === this.#thread && this.#take(message as Painted),
      ended: (why, problem) => {
        if (thread === this.#thread) this.#ended(why, problem);
        gone();
      },
    });
    return thread;
  }

  #take(painted: Painted): void {
    const order = this.#settle();
    if ('png' in painted) order?.resolve(painted.png);
    else {
      this.#options.log(`a picture could not be drawn: ${painted.why}`);
      order?.reject(
        fault.Unsupported({ reason: 'the rasterizer for pictures does not work on this system' }),
      );
    }
    this.#next();
  }

  /** Stops the thread wherever it is; the next picture gets a fresh one. */
  #end(why: Fault): void {
    const thread = this.#thread;
    this.#thread = undefined;
    this.#settle()?.reject(why);
    void thread?.end();
    if (!this.#closed) this.#next();
  }

  #ended(why: WorkerEnd, problem: Error | undefined): void {
    this.#options.log(`the thread that draws pictures ended: ${problem?.stack ?? why}`);
    this.#end(tooMuch('painterHeapMiB'));
  }

  #settle(): Order | undefined {
    const order = this.#painting;
    this.#painting = undefined;
    this.#disarm();
    return order;
  }
}

const tooMuch = (limit: 'screenshots' | 'screenshotMs' | 'painterHeapMiB'): Fault =>
  fault.Busy({ reason: 'busy', limit, max: limits[limit] });
