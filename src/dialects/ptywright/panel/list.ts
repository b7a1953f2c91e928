import { z } from '../../../platform/schema.ts';
import { PanelTold, panelTold } from '../layerShapes.ts';
import { method } from '../method.ts';
import { redactionParams, SessionRef } from '../shapes.ts';

export const list = method({
  name: 'panel.list',
  since: 1,
  summary:
    'List the panels of a session, also those that are not shown, in the order in which they were made.',
  needs: ['screen.read'],
  throws: ['SessionUnknown', 'PermissionDenied'],
  params: z.strictObject({ session: SessionRef, ...redactionParams }),
  result: z.object({ panels: z.array(PanelTold) }),
  examples: [{ title: 'none yet', program: 'asks-name', send: {}, reply: { panels: [] } }],
  handle: ({ world }, { session, ...how }) => {
    const read = world.sessions.get(session);
    const hides = world.readRedaction(read, how);
    return { panels: read.layers.panels().map((one) => panelTold(read, one, hides)) };
  },
});
