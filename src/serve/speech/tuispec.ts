/** tuispec as a listener speaks it: of one run, whose terms are those of the address. */
import { tuispecOf } from '../../dialects/tuispec/index.ts';
import { Run } from '../../dialects/tuispec/run.ts';
import type { Ambiguity } from '../../dialects/tuispec/shapes.ts';
import { spoken } from '../spoken.ts';
import type { Speak } from '../tongues.ts';

export const speak: Speak = (core, { options }) => {
  const { wire, ambiguity, timeout, rows, cols, theme, update } = options;
  const shipped = wire === 'client';
  const run = new Run(core, {
    rows: Number(rows),
    cols: Number(cols),
    timeoutMs: Number(timeout) * 1000,
    ambiguity: ambiguity as Ambiguity,
    theme: String(theme),
    update: update === 'yes',
    settles: shipped,
    trims: shipped,
    appends: shipped,
  });
  return spoken(tuispecOf(run, shipped), run, run);
};
