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
  /** Calls `due` once after `ms` and never earlier, unless it is disposed first. */
  after(ms: number, due: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after: (ms, due) => {
    // Node drops fractions, and counts from the last full millisecond.
    const timer = setTimeout(due, Math.ceil(ms) + 1);
    return { dispose: () => clearTimeout(timer) };
  },
};
