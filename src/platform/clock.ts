/**
 * The only place that reads a clock or starts a timer. A timer here stands for a deadline or for a span of
 * quiet that a caller asked for; it never stands in for an event.
 */

export interface Clock {
  /** Milliseconds that only go forward: for spans and deadlines. */
  now(): number;
  /** Milliseconds since 1970: for file names and log lines. */
  wall(): number;
  /** Calls `due` once after `ms`; the returned function takes that back. */
  after(ms: number, due: () => void): Disarm;
}

export type Disarm = () => void;

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after: (ms, due) => {
    const timer = setTimeout(due, ms);
    return () => clearTimeout(timer);
  },
};
