import { z } from '../../../platform/schema.ts';
import { method, session } from '../method.ts';
import { type Kind, overlay, panel } from './kind.ts';

const list = <Shape extends z.ZodType>({ noun, shape, all }: Kind<Shape>, which: string) =>
  method({
    name: `list_${noun}s`,
    summary: `List the ${noun}s${which}.`,
    needs: ['screen.read'],
    params: z.object(session),
    result: z.array(shape),
    handle: ({ world: seat }, params) => all(seat.session(params.session)),
  });

export const listOverlays = list(overlay, ' that are shown');
export const listPanels = list(panel, ', also those that have no room');
