import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';
import { ViewerRef } from '../viewerShape.ts';
import { viewingOf } from '../viewing.ts';

export const detach = method({
  name: 'session.detach',
  since: 1,
  summary: 'End a viewer of this connection; no frame comes after the answer.',
  needs: ['screen.read'],
  throws: ['SessionUnknown', 'ViewerUnknown'],
  positional: ['session', 'viewer'],
  params: z.strictObject({ session: SessionRef, viewer: ViewerRef }),
  result: z.object({ detached: z.literal(true) }),
  examples: [
    {
      title: 'one that is not there',
      program: 'prints-ready',
      send: { viewer: 's1.v9' },
      fault: 'ViewerUnknown',
    },
  ],
  handle: ({ world, caller }, { session: wanted, viewer }) => {
    viewingOf(caller).detach(world.sessions.get(wanted), viewer);
    return { detached: true as const };
  },
});
