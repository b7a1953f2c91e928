import { z } from '../../../platform/schema.ts';
import { OverlayRef } from '../layerShapes.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const remove = method({
  name: 'overlay.delete',
  since: 1,
  summary: 'Take an overlay away.',
  needs: ['input.write'],
  throws: ['SessionUnknown', 'OverlayUnknown'],
  positional: ['session', 'overlay'],
  params: z.strictObject({ session: SessionRef, overlay: OverlayRef }),
  result: z.object({ deleted: z.literal(true) }),
  examples: [
    { title: 'no such overlay', program: 'asks-name', send: { overlay: 'o9' }, fault: 'OverlayUnknown' },
  ],
  handle: ({ world }, { session, overlay }) => {
    world.sessions.get(session).layers.deleteOverlay(overlay);
    return { deleted: true as const };
  },
});
