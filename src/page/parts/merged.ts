/** Runs a deed when it is asked for, never twice at once: what is asked for meanwhile is done once, afterwards. */
import { systemClock } from '../../platform/clock.ts';

/** `restMs`: the least between two of them. A deed that fails is told to `failed`, and may be asked for again. */
export function merged(deed: () => Promise<unknown>, restMs: number, failed: (problem: unknown) => void) {
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
