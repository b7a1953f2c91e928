/**
 * Renders tile maps to PNG in a worker thread, because a large picture takes a second. One picture is rendered at a
 * time. The thread starts with the first picture.
 */

import { join } from 'node:path';
import { type Fault, fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { createDeferred, type Disposable } from '#platform/lifetimes.ts';
import { packageFolder } from '#platform/paths.ts';
import type { TiledPicture } from '#platform/picture/rasterizer.ts';
import { type WorkerExitReason, WorkerThread } from '#platform/workerThread.ts';
import type { PngResult } from './pngWorker.ts';

interface PngRendererOptions {
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Replaces the worker script. Used to test a worker that does not answer. */
  readonly workerFile?: string;
}

interface RenderJob {
  readonly tileMap: TiledPicture;
  readonly resolve: (png: Uint8Array) => void;
  readonly reject: (fault: Fault) => void;
}

const workerLimits = { heapMiB: limits.painterHeapMiB, youngMiB: 32, stackMiB: 4 };

export class PngRenderer {
  readonly #options: PngRendererOptions;
  readonly #waiting: RenderJob[] = [];
  #current: RenderJob | undefined;
  #timer: Disposable | undefined;
  #thread: WorkerThread | undefined;
  #exited: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: PngRendererOptions) {
    this.#options = options;
  }

  render(tileMap: TiledPicture): Promise<Uint8Array> {
    if (this.#closed) raise(fault.Cancelled({ reason: 'shutdown' }));
    if (this.#waiting.length >= limits.screenshots) raise(busyFault('screenshots'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ tileMap, resolve, reject });
      this.#startNext();
    });
  }

  /** Cancels all pending pictures and stops the thread. */
  async close(): Promise<void> {
    this.#closed = true;
    const cancelled = fault.Cancelled({ reason: 'shutdown' });
    for (const order of this.#waiting.splice(0)) order.reject(cancelled);
    this.#stopThread(cancelled);
    await this.#exited;
  }

  #startNext(): void {
    if (this.#current) return;
    const order = this.#waiting.shift();
    if (!order) return;
    this.#current = order;
    this.#thread ??= this.#startThread();
    this.#thread.port.postMessage(order.tileMap);
    this.#timer = this.#options.clock.after(limits.screenshotMs, () =>
      this.#stopThread(busyFault('screenshotMs')),
    );
  }

  #startThread(): WorkerThread {
    const file = this.#options.workerFile ?? join(packageFolder(), 'dist', 'painterWorker.js');
    const exited = createDeferred();
    this.#exited = exited.promise;
    const thread: WorkerThread = new WorkerThread(file, workerLimits, {
      message: (message) => thread === this.#thread && this.#onMessage(message as PngResult),
      ended: (why, problem) => {
        if (thread === this.#thread) this.#onThreadExit(why, problem);
        exited.resolve();
      },
    });
    return thread;
  }

  #onMessage(painted: PngResult): void {
    const order = this.#takeCurrent();
    if ('png' in painted) order?.resolve(painted.png);
    else {
      this.#options.log(`rendering a picture failed: ${painted.why}`);
      order?.reject(fault.Unsupported({ reason: 'the PNG rasterizer does not work on this system' }));
    }
    this.#startNext();
  }

  /** Terminates the thread. The next picture starts a new one. */
  #stopThread(why: Fault): void {
    const thread = this.#thread;
    this.#thread = undefined;
    this.#takeCurrent()?.reject(why);
    void thread?.end();
    if (!this.#closed) this.#startNext();
  }

  #onThreadExit(why: WorkerExitReason, problem: Error | undefined): void {
    this.#options.log(`the PNG worker ended: ${problem?.stack ?? why}`);
    this.#stopThread(busyFault('painterHeapMiB'));
  }

  #takeCurrent(): RenderJob | undefined {
    const order = this.#current;
    this.#current = undefined;
    this.#timer?.dispose();
    return order;
  }
}

const busyFault = (limit: 'screenshots' | 'screenshotMs' | 'painterHeapMiB'): Fault =>
  fault.Busy({ reason: 'busy', limit, max: limits[limit] });
