import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Cols, Pixels, Rows, SessionRef } from '../shapes.ts';

export const resize = method({
  name: 'session.resize',
  since: 1,
  summary: 'Change the size of a terminal; the program is told.',
  details:
    'Where there are panels, this is the size of the whole, and the program gets what they leave of it.',
  needs: ['session.resize'],
  throws: ['SessionUnknown'],
  positional: ['session', 'rows', 'cols', 'pixel_width', 'pixel_height'],
  params: z.strictObject({
    session: SessionRef,
    rows: Rows,
    cols: Cols,
    pixel_width: Pixels.default(0),
    pixel_height: Pixels.default(0),
  }),
  result: z.object({ resized: z.literal(true) }),
  examples: [
    {
      title: 'a larger terminal',
      program: 'asks-name',
      send: { rows: 40, cols: 120 },
      reply: { resized: true },
    },
  ],
  handle: ({ world }, { session, rows, cols, pixel_width, pixel_height }) => {
    world.sessions.get(session).resize({ rows, cols, pixelWidth: pixel_width, pixelHeight: pixel_height });
    return { resized: true as const };
  },
});
