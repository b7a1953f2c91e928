/**
 * The only file that reads a clock or starts a timer. Timers are for deadlines and quiet periods; they never replace an
 * event.
 */

import type { Disposable } from './lifetimes.ts';

export interface Clock {
  /** Monotonic milliseconds, for durations and deadlines. */
  now(): number;
  /** Milliseconds since 1970, for file names and log lines. */
  wall(): number;
  /**
   * Calls `due` once after `ms` and never earlier, unless it is disposed first. Input that has arrived by then is read
   * first. Otherwise a busy thread treats a program as quiet although its output is still unread.
   */
  after(ms: number, due: () => void): Disposable;
}

/** Node runs timers, then reads input, then runs immediates. A browser has no immediates, and one queue for both. */
const afterPendingInput: (due: () => void) => unknown =
  typeof setImmediate === 'function' ? setImmediate : (due) => due();

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after: (ms, due) => {
    let isDisposed = false;
    // Node drops fractions, and counts from the last full millisecond.
    const timer = setTimeout(
      () =>
        afterPendingInput(() => {
          if (!isDisposed) due();
        }),
      Math.ceil(ms) + 1,
    );
    return {
      dispose: () => {
        isDisposed = true;
        clearTimeout(timer);
      },
    };
  },
};

/** Milliseconds of processor time of this process. Unlike `now`, it stands still while the machine runs others. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
