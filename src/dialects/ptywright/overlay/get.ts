import { z } from '../../../platform/schema.ts';
import { OverlayRef, OverlayTold, overlayTold } from '../layerShapes.ts';
import { method } from '../method.ts';
import { redactionParams, SessionRef } from '../shapes.ts';

export const get = method({
  name: 'overlay.get',
  since: 1,
  summary: 'Tell where an overlay stands, what it says, and whether it is shown.',
  needs: ['screen.read'],
  throws: ['SessionUnknown', 'OverlayUnknown', 'PermissionDenied'],
  positional: ['session', 'overlay'],
  params: z.strictObject({ session: SessionRef, overlay: OverlayRef, ...redactionParams }),
  result: OverlayTold,
  examples: [
    { title: 'no such overlay', program: 'asks-name', send: { overlay: 'o9' }, fault: 'OverlayUnknown' },
  ],
  handle: ({ world }, { session, overlay, ...how }) => {
    const read = world.sessions.get(session);
    return overlayTold(read, read.layers.overlay(overlay), world.readRedaction(read, how));
  },
});
