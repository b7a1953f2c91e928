import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Nothing } from '../shapes.ts';

export const resize = method({
  name: 'resize',
  since: 1,
  summary: 'Change the size of the terminal; the program is told.',
  needs: ['session.resize'],
  throws: ['SessionClosed'],
  params: z.object({
    cols: z.int().min(limits.minCols).max(limits.maxCols),
    rows: z.int().min(limits.minRows).max(limits.maxRows),
  }),
  result: Nothing,
  examples: [
    { title: 'larger', program: 'asks-name', send: { cols: 120, rows: 40 }, reply: null },
    { title: 'no rows', program: 'asks-name', send: { cols: 80, rows: 0 }, fault: 'Invalid' },
  ],
  handle: ({ world: { session } }, { cols, rows }) => {
    session.resize({ ...session.layers.size, cols, rows });
    return null;
  },
});
