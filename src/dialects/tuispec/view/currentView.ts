import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { textOf } from './cells.ts';

const Count = z.int().min(0).max(limits.maxCols);

const Filters = z.object({
  rows: z.object({ start: Count, end: Count }).optional().describe('0 stands for the first or the last.'),
  region: z
    .object({ col: Count, row: Count, width: Count, height: Count })
    .optional()
    .describe('A column or a row of 0 stands for all of them.'),
  entireRow: Count.optional().describe('0 stands for all.'),
  entireCol: Count.optional().describe('0 stands for all.'),
});

export const currentView = method({
  name: 'currentView',
  since: 1,
  summary: 'Read the screen or a part of it as text, secrets hidden, padded to its width.',
  needs: ['screen.read'],
  throws: ['NoActiveSession'],
  params: Filters.refine((asked) => Object.values(asked).filter((one) => one !== undefined).length <= 1, {
    message: 'choose one filter',
  }),
  result: z.object({ text: z.string(), rows: z.int(), cols: z.int() }),
  examples: [
    {
      title: 'the first row',
      program: 'prints-ready',
      send: { entireRow: 1 },
      reply: { rows: 40, cols: 134 },
    },
  ],
  handle: ({ world: { session } }, asked) => {
    const { rows, cols } = session.screen.size;
    return { text: textOf(session, regionOf(asked, rows, cols)), rows, cols };
  },
});

type Asked = z.output<typeof Filters>;

/** Rows and columns count from 0 in a region. */
function regionOf({ rows: lines, region, entireRow, entireCol }: Asked, rows: number, cols: number) {
  if (lines) {
    const first = Math.max(1, lines.start);
    return { row: first - 1, rows: Math.max(0, (lines.end || rows) - first + 1), col: 0, cols };
  }
  if (entireRow) return { row: entireRow - 1, rows: 1, col: 0, cols };
  if (entireCol) return { row: 0, rows, col: entireCol - 1, cols: 1 };
  if (!region) return undefined;
  return {
    ...(region.row === 0 ? { row: 0, rows } : { row: region.row - 1, rows: region.height }),
    ...(region.col === 0 ? { col: 0, cols } : { col: region.col - 1, cols: region.width }),
  };
}
