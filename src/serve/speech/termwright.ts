/** termwright as a listener speaks it: of the one program that the command line names. */
import { limits } from '../../core/limits.ts';
import { Daemon } from '../../dialects/termwright/daemon.ts';
import { termwright, termwrightClient } from '../../dialects/termwright/index.ts';
import { spoken } from '../spoken.ts';
import type { Speak } from '../tongues.ts';

export const speak: Speak = (world, { options: { wire, rows, cols }, command: [program, ...args] }) => {
  const shipped = wire === 'client';
  const daemon = new Daemon(world, {
    program: program!,
    args,
    rows: Number(rows),
    cols: Number(cols),
    lingerMs: shipped ? limits.abandonedShippedMs : limits.abandonedMs,
  });
  return spoken(shipped ? termwrightClient : termwright, daemon, daemon);
};
