/**
 * What a script has allocated. The heap itself is looked at only after so much was asked for that it may have become
 * full, since looking costs as much as a hundred instructions of Lua. There is one script in a thread, so one account.
 */
import { limits } from '../../core/limits.ts';

/** Shorter than what a look costs, and long enough that full memory is noticed long before the thread's own end. */
const lookEveryBytes = 4 * 1024 * 1024;

let unseen = 0;
let whenFull: (() => void) | undefined;

/** Whom to tell when the script has more than it may have. */
export function watchMemory(full: () => void): void {
  unseen = 0;
  whenFull = full;
}

export function charge(bytes: number): void {
  unseen += bytes;
  if (unseen > lookEveryBytes) look();
}

function look(): void {
  unseen = 0;
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  if (heapUsed + arrayBuffers > limits.pluginMemoryBytes) whenFull?.();
}
