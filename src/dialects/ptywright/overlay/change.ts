import { z } from '../../../platform/schema.ts';
import { changeOf, OverlayRef, overlayChange } from '../layerShapes.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const change = method({
  name: 'overlay.change',
  since: 1,
  summary:
    'Change some of an overlay: its place, its size, its text; all of it or, where it is refused, nothing.',
  needs: ['input.write'],
  throws: ['SessionUnknown', 'OverlayUnknown', 'Busy'],
  params: z.strictObject({ session: SessionRef, overlay: OverlayRef, ...overlayChange }),
  result: z.object({ changed: z.literal(true) }),
  examples: [
    { title: 'no such overlay', program: 'asks-name', send: { overlay: 'o9' }, fault: 'OverlayUnknown' },
  ],
  handle: ({ world }, { session, overlay, ...sent }) => {
    world.sessions.get(session).layers.changeOverlay(overlay, changeOf(sent));
    return { changed: true as const };
  },
});
