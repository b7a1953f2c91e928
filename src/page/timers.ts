/** Timers of the page. */

import { systemClock } from '#platform/clock.ts';
import { type Disposable, Emitter } from '#platform/lifetimes.ts';

/**
 * Runs an operation on request, never twice at once. Requests during a run cause one more run. `restMs` is the least
 * time between two runs. `failed` gets the error of a failed run; the next request runs again.
 */
export function coalesce(
  operation: () => Promise<unknown>,
  restMs: number,
  failed: (problem: unknown) => void,
) {
  let running = false;
  let again = false;
  const run = (): void => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    again = false;
    operation()
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
const ticks = new Emitter();
let isTicking = false;

export function everySecond(listener: () => void): Disposable {
  const listening = ticks.event(listener);
  if (!isTicking) tick();
  return listening;
}

function tick(): void {
  isTicking = ticks.hasListeners;
  if (!isTicking) return;
  if (!document.hidden) ticks.fire();
  systemClock.after(1000, tick);
}
