import { z } from '../../../platform/schema.ts';
import { PanelRef } from '../layerShapes.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const remove = method({
  name: 'panel.delete',
  since: 1,
  summary: 'Take a panel away; the program gets its rows back.',
  needs: ['input.write', 'session.resize'],
  throws: ['SessionUnknown', 'PanelUnknown'],
  positional: ['session', 'panel'],
  params: z.strictObject({ session: SessionRef, panel: PanelRef }),
  result: z.object({ deleted: z.literal(true) }),
  examples: [{ title: 'no such panel', program: 'asks-name', send: { panel: 'p9' }, fault: 'PanelUnknown' }],
  handle: ({ world }, { session, panel }) => {
    world.sessions.get(session).layers.deletePanel(panel);
    return { deleted: true as const };
  },
});
