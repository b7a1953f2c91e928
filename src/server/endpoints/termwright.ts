/** Endpoint of termwright. Serves the one program that the command line names. */
import { Daemon } from '#dialects/termwright/daemon.ts';
import { termwright, termwrightShipped } from '#dialects/termwright/dialect.ts';
import { limits } from '#limits.ts';
import type { OpenEndpoint } from '../dialects.ts';
import { createEndpoint } from '../endpoint.ts';

export const openEndpoint: OpenEndpoint = (
  world,
  { options: { wire, rows, cols }, command: [program, ...args] },
) => {
  const shipped = wire === 'client';
  const daemon = new Daemon(world, {
    program: program!,
    args,
    rows: Number(rows),
    cols: Number(cols),
    lingerMs: shipped ? limits.abandonedShippedMs : limits.abandonedMs,
  });
  return createEndpoint(shipped ? termwrightShipped : termwright, daemon, daemon);
};
