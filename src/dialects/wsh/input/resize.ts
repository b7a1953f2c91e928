import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method, Nothing, session } from '../method.ts';

/** Pages measure themselves before they are laid out, and ask for sizes that no terminal has. */
const clamped = (size: number, least: number, most: number) => Math.min(most, Math.max(least, size));

export const resize = method({
  name: 'resize',
  summary: 'Change the size of a terminal, panels included; the program is told.',
  needs: ['session.resize'],
  params: z.object({ ...session, cols: z.int(), rows: z.int() }),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    const resized = seat.session(params.session);
    resized.resize({
      ...resized.layers.size,
      cols: clamped(params.cols, limits.minCols, limits.maxCols),
      rows: clamped(params.rows, limits.minRows, limits.maxRows),
    });
    return {};
  },
});
