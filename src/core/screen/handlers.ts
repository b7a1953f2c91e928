import type { Emulator } from './xterm.ts';

/**
 * Call when all handlers are there. The parser keeps those of control sequences in one object under numbers up to
 * millions, which makes of it a table that is hashed for each sequence. Those without a prefix, which are nearly all
 * that a program sends, are put before it under numbers below 256, where the engine finds them by their place.
 */
export function putHandlersInReach({ parser }: Emulator): void {
  const all = parser._csiHandlers;
  const near = Object.create(all) as Record<number, unknown>;
  for (let final = 0x40; final < 0x7f; final++) if (all[final]) near[final] = all[final];
  parser._csiHandlers = near;
}
