import { z } from '../../../platform/schema.ts';
import { method, session } from '../method.ts';

export const getFocus = method({
  name: 'get_focus',
  summary: 'Tell which overlay or panel has the focus.',
  needs: ['screen.read'],
  params: z.object(session),
  result: z.object({ focused: z.string().nullable() }),
  handle: ({ world: seat }, params) => ({ focused: seat.session(params.session).layers.focused }),
});
