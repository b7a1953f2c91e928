import { z } from '../../../platform/schema.ts';
import { endings, ofLayer, overlay } from '../layer/kind.ts';
import { replacing, Spans } from '../layers.ts';
import { method, Nothing } from '../method.ts';

export const updateOverlay = method({
  name: 'update_overlay',
  summary: 'Let an overlay say something else.',
  needs: overlay.needs,
  throws: endings(overlay),
  params: z.object({ ...ofLayer, spans: Spans }),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    overlay.change(seat.session(params.session).layers, params.id, replacing(params));
    return {};
  },
});
