import { z } from '../../../platform/schema.ts';
import { PanelRef, PanelTold, panelTold } from '../layerShapes.ts';
import { method } from '../method.ts';
import { redactionParams, SessionRef } from '../shapes.ts';

export const get = method({
  name: 'panel.get',
  since: 1,
  summary: 'Tell where a panel stands, what it says, and whether it is shown.',
  needs: ['screen.read'],
  throws: ['SessionUnknown', 'PanelUnknown', 'PermissionDenied'],
  positional: ['session', 'panel'],
  params: z.strictObject({ session: SessionRef, panel: PanelRef, ...redactionParams }),
  result: PanelTold,
  examples: [{ title: 'no such panel', program: 'asks-name', send: { panel: 'p9' }, fault: 'PanelUnknown' }],
  handle: ({ world }, { session, panel, ...how }) => {
    const read = world.sessions.get(session);
    return panelTold(read, read.layers.panel(panel), world.readRedaction(read, how));
  },
});
