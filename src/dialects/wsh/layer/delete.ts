import { z } from '../../../platform/schema.ts';
import { method, Nothing } from '../method.ts';
import { endings, type Kind, ofLayer, overlay, panel } from './kind.ts';

const remove = (kind: Kind, so: string) =>
  method({
    name: `delete_${kind.noun}`,
    summary: `Take ${so}.`,
    needs: kind.needs,
    throws: endings(kind),
    params: z.object(ofLayer),
    result: Nothing,
    handle: ({ world: seat }, { session, id }) => {
      kind.remove(seat.session(session).layers, id);
      return {};
    },
  });

export const deleteOverlay = remove(overlay, 'an overlay away');
export const deletePanel = remove(panel, 'a panel away; the program gets its rows');
