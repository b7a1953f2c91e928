import { z } from '../../../platform/schema.ts';
import { method, Nothing, session } from '../method.ts';

export const enterAltScreen = method({
  name: 'enter_alt_screen',
  summary: 'Put all overlays and panels aside for others.',
  needs: ['input.write', 'session.resize'],
  throws: ['InAlternateMode'],
  params: z.object(session),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    seat.session(params.session).layers.enterAlternate();
    return {};
  },
});
