/** The worker side of workerThread.ts: receives messages from the server and posts replies. */

import { type MessagePort, workerData } from 'node:worker_threads';

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
