import { z } from '../../../platform/schema.ts';
import { OverlayTold, overlayTold } from '../layerShapes.ts';
import { method } from '../method.ts';
import { redactionParams, SessionRef } from '../shapes.ts';

export const list = method({
  name: 'overlay.list',
  since: 1,
  summary:
    'List the overlays of a session, also those that are not shown, in the order in which they were made.',
  needs: ['screen.read'],
  throws: ['SessionUnknown', 'PermissionDenied'],
  params: z.strictObject({ session: SessionRef, ...redactionParams }),
  result: z.object({ overlays: z.array(OverlayTold) }),
  examples: [{ title: 'none yet', program: 'asks-name', send: {}, reply: { overlays: [] } }],
  handle: ({ world }, { session, ...how }) => {
    const read = world.sessions.get(session);
    const hides = world.readRedaction(read, how);
    return { overlays: read.layers.overlays().map((one) => overlayTold(read, one, hides)) };
  },
});
