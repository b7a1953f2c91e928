import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const setMode = method({
  name: 'layer.set_mode',
  since: 1,
  summary: 'Put the overlays and panels of a session aside for others, or bring them back.',
  details:
    'In the alternate mode those are shown that were made in it, and they are deleted when it ends. It is no concern of the alternate screen of the program.',
  needs: ['input.write', 'session.resize'],
  throws: ['SessionUnknown', 'InAlternateMode', 'NotInAlternateMode'],
  positional: ['session', 'mode'],
  params: z.strictObject({ session: SessionRef, mode: z.enum(['normal', 'alternate']) }),
  result: z.object({ mode: z.enum(['normal', 'alternate']) }),
  examples: [
    {
      title: 'for a dialog of its own',
      program: 'asks-name',
      send: { mode: 'alternate' },
      reply: { mode: 'alternate' },
    },
    {
      title: 'nothing to come back from',
      program: 'asks-name',
      send: { mode: 'normal' },
      fault: 'NotInAlternateMode',
    },
  ],
  handle: ({ world }, { session, mode }) => {
    const { layers } = world.sessions.get(session);
    if (mode === 'alternate') layers.enterAlternate();
    else layers.leaveAlternate();
    return { mode: layers.mode };
  },
});
