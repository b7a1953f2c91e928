/** A deadline for a thread, which does not punish it for what it was not given, nor for what this thread missed. */
import type { Clock, Disarm } from '../../platform/clock.ts';

const slices = 5;

export interface AlarmOptions {
  /** How long the thread may run. */
  readonly ms: number;
  /** How long it may take, whatever it was given. */
  readonly mostMs: number;
  /** How long it has run, where that is known. */
  readonly ran: () => number | undefined;
  readonly ring: () => void;
}

/**
 * Looks once a slice. While this thread is busy or the machine sleeps, time stands still but for the slice that had
 * begun; what the other thread ran in the first slice is not known, so that most calls, which end in it, cost nothing.
 */
export function alarm(clock: Clock, { ms, mostMs, ran, ring }: AlarmOptions): Disarm {
  const slice = ms / slices;
  let waited = 0;
  let before: number | undefined;
  const wait = (next: number): Disarm =>
    clock.after(next, () => {
      waited += next;
      const now = ran();
      before ??= now;
      const used = now === undefined || before === undefined ? waited : slice + now - before;
      if (used >= ms || waited >= mostMs) ring();
      else disarm = wait(Math.max(slice / 10, Math.min(slice, ms - used)));
    });
  let disarm = wait(slice);
  return () => disarm();
}
