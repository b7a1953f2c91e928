import { z } from '../../../platform/schema.ts';
import { overlayParams } from '../layerShapes.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const create = method({
  name: 'overlay.create',
  since: 1,
  summary: 'Lay text over the screen of a session, where people see it.',
  details:
    'Programs and matchers do not see it, nor do snapshots and pictures, unless these are asked for with `layers: true`.',
  needs: ['input.write'],
  throws: ['SessionUnknown', 'Busy'],
  params: z.strictObject({ session: SessionRef, ...overlayParams }),
  result: z.object({ overlay: z.string().describe('Its id.') }),
  examples: [
    {
      title: 'a word in the upper right corner',
      program: 'asks-name',
      send: { x: 70, y: 0, spans: [{ text: 'ready', fg: 2, bold: true }] },
      reply: { overlay: 'o1' },
    },
    { title: 'a column that is none', program: 'asks-name', send: { x: -1, y: 0 }, fault: 'Invalid' },
  ],
  handle: ({ world }, { session, ...wanted }) => ({
    overlay: world.sessions.get(session).layers.createOverlay(wanted).id,
  }),
});
