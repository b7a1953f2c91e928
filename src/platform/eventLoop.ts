/** The event loop, and the CPU time of a thread. */

import { readFileSync, readlinkSync } from 'node:fs';

/** Yields to the event loop between slices of long work. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The system id of the calling thread. Undefined outside Linux. */
export function currentThreadId(): number | undefined {
  try {
    const number = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    return Number.isSafeInteger(number) ? number : undefined;
  } catch {
    return undefined;
  }
}

/**
 * CPU time of a thread of this process since it started, in ms. On a busy machine it is much less than the elapsed
 * time. Undefined outside Linux; callers then fall back to the clock.
 */
export function threadCpuMs(thread: number): number | undefined {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}
