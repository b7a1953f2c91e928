import { z } from '../../../platform/schema.ts';
import { method, Nothing, session } from '../method.ts';

export const unfocus = method({
  name: 'unfocus',
  summary: 'Say that they are for none.',
  needs: ['input.write'],
  params: z.object(session),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    seat.session(params.session).layers.unfocus();
    return {};
  },
});
