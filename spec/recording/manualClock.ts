/** A clock that specs advance, and the parsed lines of a recording. */
import type { Clock } from '#platform/clock.ts';

export function manualClock() {
  let now = 1000;
  const timers = new Set<{ readonly at: number; readonly due: () => void }>();
  const clock: Clock = {
    now: () => now,
    wall: () => 1_700_000_000_000 + now,
    after: (ms, due) => {
      const timer = { at: now + ms, due };
      timers.add(timer);
      return { dispose: () => void timers.delete(timer) };
    },
  };
  /** Runs all timers that are due by then, in order. */
  const advance = (ms: number) => {
    const end = now + ms;
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (!next) break;
      timers.delete(next);
      now = Math.max(now, next.at);
      next.due();
    }
    now = end;
  };
  return { clock, advance };
}

export const parseLines = (text: string): readonly unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
