import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const clear = method({
  name: 'panel.clear',
  since: 1,
  summary: 'Take all panels away that are of the mode that is shown.',
  needs: ['input.write', 'session.resize'],
  throws: ['SessionUnknown'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: z.object({ cleared: z.literal(true) }),
  examples: [{ title: 'none', program: 'asks-name', send: {}, reply: { cleared: true } }],
  handle: ({ world }, { session }) => {
    world.sessions.get(session).layers.clearPanels();
    return { cleared: true as const };
  },
});
