import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const layerChanged = event({
  name: 'layer.changed',
  since: 1,
  summary:
    'Overlays, panels, the focus among them or the size of the whole are others. Several deeds of one turn are told once, to who asked for it.',
  params: z.object({
    session: z.string(),
    sequence: z.int().describe('As a snapshot with `layers` tells it: it counts the screen as well.'),
  }),
  example: { session: 's1', sequence: 4 },
});
