import { z } from '../../../platform/schema.ts';
import { Spans, updating, Writes } from '../layers.ts';
import { method, Nothing } from '../method.ts';
import { ofLayer, overlay, panel } from './kind.ts';

export const batchUpdate = method({
  name: 'batch_update',
  summary: 'Change spans and write over an overlay or a panel at once: all of it is seen, or nothing.',
  needs: overlay.needs,
  throws: ['OverlayUnknown', 'PanelUnknown', 'Busy'],
  params: z.object({
    ...ofLayer,
    type: z.enum(['overlay', 'panel']),
    spans: Spans.nullish(),
    writes: Writes.nullish(),
  }),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    const kind = params.type === 'overlay' ? overlay : panel;
    kind.change(seat.session(params.session).layers, params.id, updating(params));
    return {};
  },
});
