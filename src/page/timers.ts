/** Timers of the page. */
import { systemClock } from '#platform/clock.ts';

/**
 * Runs an operation on request, never twice at once. Requests during a run cause one more run. `restMs` is the least
 * time between two runs. `failed` gets the error of a failed run; the next request runs again.
 */
export function coalesce(deed: () => Promise<unknown>, restMs: number, failed: (problem: unknown) => void) {
  let running = false;
  let again = false;
  const run = (): void => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    again = false;
    deed()
      .catch(failed)
      .finally(() => systemClock.after(restMs, rested));
  };
  const rested = () => {
    running = false;
    if (again) run();
  };
  return run;
}

/** Listeners of a one-second timer, for displays that count seconds. They send no requests. */
const tickListeners = new Set<() => void>();
let isTicking = false;

export function everySecond(listener: () => void): () => void {
  tickListeners.add(listener);
  if (!isTicking) tick();
  return () => tickListeners.delete(listener);
}

function tick(): void {
  isTicking = tickListeners.size > 0;
  if (!isTicking) return;
  if (!document.hidden) for (const listener of tickListeners) listener();
  systemClock.after(1000, tick);
}
