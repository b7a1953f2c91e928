/** A deadline for somebody else, which does not punish them for what this thread missed. */
import type { Clock, Disarm } from '../../platform/clock.ts';

const slices = 5;

/**
 * Rings when `ms` have passed in which this thread was there. While it is busy or the machine sleeps, time stands still
 * but for the slice that had begun.
 */
export function alarm(clock: Clock, ms: number, ring: () => void): Disarm {
  let left = slices;
  const step = (): void => {
    left--;
    if (left === 0) ring();
    else disarm = clock.after(ms / slices, step);
  };
  let disarm = clock.after(ms / slices, step);
  return () => disarm();
}
