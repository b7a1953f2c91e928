import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

const Extent = z.object({ rows: z.int(), cols: z.int() });

export const state = method({
  name: 'layer.state',
  since: 1,
  summary:
    'Tell which overlay or panel has the focus, which mode is shown, and what panels leave to the program.',
  needs: ['screen.read'],
  throws: ['SessionUnknown'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: z.object({
    focused: z.string().nullable(),
    mode: z.enum(['normal', 'alternate']),
    size: Extent.describe('Of the whole terminal.'),
    program: Extent.extend({ row: z.int().describe('Where the screen of the program begins.') }),
  }),
  examples: [
    {
      title: 'nothing over the screen',
      program: 'asks-name',
      send: {},
      reply: {
        focused: null,
        mode: 'normal',
        size: { rows: 24, cols: 80 },
        program: { row: 0, rows: 24, cols: 80 },
      },
    },
  ],
  handle: ({ world }, { session }) => {
    const { focused, mode, size, fit } = world.sessions.get(session).layers;
    const { rows, cols } = fit.program;
    return {
      focused,
      mode,
      size: { rows: size.rows, cols: size.cols },
      program: { row: fit.top, rows, cols },
    };
  },
});
