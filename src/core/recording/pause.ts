/** The time between two things in a recording that is played again. */
import type { Clock } from '../../platform/clock.ts';
import { fault } from '../faults.ts';
import { limits } from '../limits.ts';
import type { Cancellation } from '../session/waits.ts';

/** Kept after `ms`, at most the longest wait; broken when whoever plays has lost interest. */
export function pause(clock: Clock, ms: number, cancellation: Cancellation): Promise<void> {
  return new Promise((resolve, reject) => {
    const disarm = clock.after(Math.min(Math.max(0, ms), limits.timeoutMs), () => {
      uncancel();
      resolve();
    });
    const uncancel = cancellation.onCancel(() => {
      disarm();
      reject(fault.Cancelled({ reason: 'request' }));
    });
  });
}
