/** Endpoint of tuispec. Serves one run with the options of the address. */
import { createTuispecDialect } from '#dialects/tuispec/dialect.ts';
import type { AmbiguityMode } from '#dialects/tuispec/method.ts';
import { TuispecServerContext } from '#dialects/tuispec/serverContext.ts';
import type { OpenEndpoint } from '../dialects.ts';
import { createEndpoint } from '../endpoint.ts';

export const openEndpoint: OpenEndpoint = (core, { options }) => {
  const { wire, ambiguity, timeout, rows, cols, theme, update } = options;
  const shipped = wire === 'client';
  const run = new TuispecServerContext(core, {
    rows: Number(rows),
    cols: Number(cols),
    timeoutMs: Number(timeout) * 1000,
    ambiguity: ambiguity as AmbiguityMode,
    theme: String(theme),
    update: update === 'yes',
    shipped,
  });
  return createEndpoint(createTuispecDialect(run, shipped), run, run);
};
