import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const clear = method({
  name: 'overlay.clear',
  since: 1,
  summary: 'Take all overlays away that are of the mode that is shown.',
  needs: ['input.write'],
  throws: ['SessionUnknown'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: z.object({ cleared: z.literal(true) }),
  examples: [{ title: 'none', program: 'asks-name', send: {}, reply: { cleared: true } }],
  handle: ({ world }, { session }) => {
    world.sessions.get(session).layers.clearOverlays();
    return { cleared: true as const };
  },
});
