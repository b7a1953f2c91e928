import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';
import { Extent, permitResize, ViewerRef } from '../viewerShape.ts';
import { viewingOf } from '../viewing.ts';

export const view = method({
  name: 'session.view',
  since: 1,
  summary:
    'Change how a viewer sees its session: its terminal has another size, or the session is to follow it.',
  details: 'A new size erases the terminal: the next frame is a whole one.',
  needs: ['screen.read'],
  throws: ['SessionUnknown', 'ViewerUnknown', 'PermissionDenied'],
  params: z.strictObject({
    session: SessionRef,
    viewer: ViewerRef,
    size: Extent.optional(),
    resize: z
      .boolean()
      .optional()
      .describe('Whether the session takes the size of this terminal; it takes `session.resize`.'),
    read_only: z.boolean().optional(),
  }),
  result: z.object({ changed: z.literal(true) }),
  examples: [
    {
      title: 'of a viewer that is not there',
      program: 'prints-ready',
      send: { viewer: 's1.v9', size: { rows: 10, cols: 40 } },
      fault: 'ViewerUnknown',
    },
  ],
  handle: ({ world, caller }, { session: wanted, viewer, size, resize, read_only }) => {
    permitResize(world, resize);
    const session = world.sessions.get(wanted);
    viewingOf(caller).get(session, viewer).change({ extent: size, resizes: resize, readOnly: read_only });
    return { changed: true as const };
  },
});
