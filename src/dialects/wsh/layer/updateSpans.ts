import { z } from '../../../platform/schema.ts';
import { NamedSpans, updating } from '../layers.ts';
import { method, Nothing } from '../method.ts';
import { endings, type Kind, ofLayer, overlay, panel } from './kind.ts';

const updateSpans = (kind: Kind, one: string) =>
  method({
    name: `update_${kind.noun}_spans`,
    summary: `Let some spans of ${one} say something else: those of the same ids.`,
    needs: kind.needs,
    throws: endings(kind),
    params: z.object({ ...ofLayer, spans: NamedSpans }),
    result: Nothing,
    handle: ({ world: seat }, { session, id, ...said }) => {
      kind.change(seat.session(session).layers, id, updating(said));
      return {};
    },
  });

export const updateOverlaySpans = updateSpans(overlay, 'an overlay');
export const updatePanelSpans = updateSpans(panel, 'a panel');
