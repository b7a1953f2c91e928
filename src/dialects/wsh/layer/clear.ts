import { z } from '../../../platform/schema.ts';
import { method, Nothing, session } from '../method.ts';
import { type Kind, overlay, panel } from './kind.ts';

const clear = ({ noun, needs, clear: take }: Kind, which = '') =>
  method({
    name: `clear_${noun}s`,
    summary: `Take all ${noun}s away${which}.`,
    needs,
    params: z.object(session),
    result: Nothing,
    handle: ({ world: seat }, params) => {
      take(seat.session(params.session).layers);
      return {};
    },
  });

export const clearOverlays = clear(overlay, ' that are shown');
export const clearPanels = clear(panel);
