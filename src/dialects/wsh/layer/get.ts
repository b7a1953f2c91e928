import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { endings, type Kind, ofLayer, overlay, panel } from './kind.ts';

const get = <Shape extends z.ZodType>(kind: Kind<Shape>) =>
  method({
    name: `get_${kind.noun}`,
    summary: `Tell about one ${kind.noun}.`,
    needs: ['screen.read'],
    throws: endings(kind),
    params: z.object(ofLayer),
    result: kind.shape,
    handle: ({ world: seat }, { session, id }) => kind.one(seat.session(session), id),
  });

export const getOverlay = get(overlay);
export const getPanel = get(panel);
