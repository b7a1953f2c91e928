/** The same thread from inside: the program that worker.ts opened, and how it talks to whoever opened it. */
import { type MessagePort, workerData } from 'node:worker_threads';

export interface WorkerSide {
  /** What is moved is gone here, and not copied. */
  post(message: unknown, moved?: Uint8Array): void;
  /** Messages one by one, each in a turn of its own. */
  onMessage(take: (message: unknown) => void): void;
  /** Ends this thread here and now: nothing can catch it, and what was posted still arrives. */
  end(): never;
}

export function workerSide(): WorkerSide {
  const port = workerData as MessagePort;
  return {
    post: (message, moved) => port.postMessage(message, moved ? [moved.buffer as ArrayBuffer] : []),
    onMessage: (take) => port.on('message', take),
    end: () => process.exit(),
  };
}
