/** Methods of the screen, one a file; this one reads it. */
import { z } from '../../../platform/schema.ts';
import { Cells, cellOf, eachCell, headOf, Lines, linesOf } from '../cells.ts';
import { method } from '../method.ts';

export const screen = method({
  name: 'screen',
  since: 1,
  summary: 'Read the screen, secrets hidden: as text of all its rows, as cells, or as lines.',
  needs: ['screen.read'],
  throws: ['SessionClosed'],
  params: z.object({ format: z.enum(['text', 'json', 'json_compact']).default('text') }),
  result: z.union([z.string(), Cells, Lines]),
  examples: [
    { title: 'text', program: 'asks-name', send: { format: 'text' }, reply: `name?${'\n'.repeat(23)}` },
    {
      title: 'cells',
      program: 'asks-name',
      send: { format: 'json' },
      reply: { size: { cols: 80, rows: 24 }, cursor: { row: 0, col: 6 } },
    },
    { title: 'a form that is none', program: 'asks-name', send: { format: 'xml' }, fault: 'Invalid' },
  ],
  handle: ({ world: { session } }, { format }) => {
    if (format === 'text') return linesOf(session).join('\n');
    if (format === 'json_compact') return { ...headOf(session), lines: linesOf(session) };
    return { ...headOf(session), cells: eachCell(session, cellOf) };
  },
});
