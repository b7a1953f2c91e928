import { z } from '../../../platform/schema.ts';
import { method, Nothing, session } from '../method.ts';

export const exitAltScreen = method({
  name: 'exit_alt_screen',
  summary: 'Delete those that were made since, and bring the others back.',
  needs: ['input.write', 'session.resize'],
  throws: ['NotInAlternateMode'],
  params: z.object(session),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    seat.session(params.session).layers.leaveAlternate();
    return {};
  },
});
