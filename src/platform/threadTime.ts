/**
 * How long a thread has really run. On a busy machine that is much less than what has passed, and only the former
 * says anything about the thread. Linux tells it; elsewhere nothing is known, and whoever asks goes by the clock.
 */
import { readFileSync, readlinkSync } from 'node:fs';

/** The thread that asks, by the number that the system has for it. */
export function thisThread(): number | undefined {
  try {
    const number = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    return Number.isSafeInteger(number) ? number : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds on a processor since it was started. Of a thread of this process. */
export function threadMs(thread: number): number | undefined {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}
