import { z } from '../../../platform/schema.ts';
import { changeOf, PanelRef, panelChange } from '../layerShapes.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const change = method({
  name: 'panel.change',
  since: 1,
  summary:
    'Change some of a panel: its edge, its height, its text; all of it or, where it is refused, nothing.',
  needs: ['input.write', 'session.resize'],
  throws: ['SessionUnknown', 'PanelUnknown', 'Busy'],
  params: z.strictObject({ session: SessionRef, panel: PanelRef, ...panelChange }),
  result: z.object({ changed: z.literal(true) }),
  examples: [{ title: 'no such panel', program: 'asks-name', send: { panel: 'p9' }, fault: 'PanelUnknown' }],
  handle: ({ world }, { session, panel, ...sent }) => {
    world.sessions.get(session).layers.changePanel(panel, changeOf(sent));
    return { changed: true as const };
  },
});
