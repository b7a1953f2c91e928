import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';
import { ViewerRef } from '../viewerShape.ts';
import { viewingOf } from '../viewing.ts';

export const drawn = method({
  name: 'session.drawn',
  since: 1,
  summary: 'Say that a paced viewer shows what it was told last: it is told the next frame.',
  details:
    'The first frame, in the answer of `session.attach`, counts as one. So no more than one frame is ever on its way, however much a program prints, and what is typed is echoed as soon as the viewer can show it.',
  needs: ['screen.read'],
  throws: ['SessionUnknown', 'ViewerUnknown'],
  positional: ['session', 'viewer'],
  params: z.strictObject({ session: SessionRef, viewer: ViewerRef }),
  result: z.object({ noted: z.literal(true) }),
  examples: [
    {
      title: 'at a viewer that is not there',
      program: 'prints-ready',
      send: { viewer: 's1.v9' },
      fault: 'ViewerUnknown',
    },
  ],
  handle: ({ world, caller }, { session: wanted, viewer }) => {
    viewingOf(caller).drawn(world.sessions.get(wanted), viewer);
    return { noted: true as const };
  },
});
