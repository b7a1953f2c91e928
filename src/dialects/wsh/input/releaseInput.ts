import { z } from '../../../platform/schema.ts';
import { method, Nothing, session } from '../method.ts';

export const releaseInput = method({
  name: 'release_input',
  summary: 'Let what people type reach the program again.',
  needs: ['input.write'],
  params: z.object(session),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    seat.release(seat.session(params.session));
    return {};
  },
});
