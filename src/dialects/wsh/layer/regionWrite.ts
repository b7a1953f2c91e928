import { z } from '../../../platform/schema.ts';
import { updating, Writes } from '../layers.ts';
import { method, Nothing } from '../method.ts';
import { endings, type Kind, ofLayer, overlay, panel } from './kind.ts';

const regionWrite = (kind: Kind, one: string) =>
  method({
    name: `${kind.noun}_region_write`,
    summary: `Write text at places of ${one}, over what it says.`,
    needs: kind.needs,
    throws: endings(kind),
    params: z.object({ ...ofLayer, writes: Writes }),
    result: Nothing,
    handle: ({ world: seat }, { session, id, ...said }) => {
      kind.change(seat.session(session).layers, id, updating(said));
      return {};
    },
  });

export const overlayRegionWrite = regionWrite(overlay, 'an overlay');
export const panelRegionWrite = regionWrite(panel, 'a panel');
