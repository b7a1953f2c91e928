import { z } from '../../../platform/schema.ts';
import { panelParams } from '../layerShapes.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const create = method({
  name: 'panel.create',
  since: 1,
  summary: "Take rows from a session's program, at an edge, for text that people see.",
  details:
    'The program is told its new size, as when a window shrinks; it keeps one row at least. What is typed is no concern of the panel, and programs, matchers and snapshots do not see it.',
  needs: ['input.write', 'session.resize'],
  throws: ['SessionUnknown', 'Busy'],
  params: z.strictObject({ session: SessionRef, ...panelParams }),
  result: z.object({ panel: z.string().describe('Its id.') }),
  examples: [
    {
      title: 'a line at the bottom, of which a part will change',
      program: 'asks-name',
      send: { position: 'bottom', height: 1, spans: [{ text: 'tests: ' }, { id: 'tests', text: '0' }] },
      reply: { panel: 'p1' },
    },
    {
      title: 'an edge that has no panels',
      program: 'asks-name',
      send: { position: 'left', height: 1 },
      fault: 'Invalid',
    },
  ],
  handle: ({ world }, { session, ...wanted }) => ({
    panel: world.sessions.get(session).layers.createPanel(wanted).id,
  }),
});
