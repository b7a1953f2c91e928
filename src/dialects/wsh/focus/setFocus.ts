import { z } from '../../../platform/schema.ts';
import { LayerId } from '../layers.ts';
import { method, Nothing, session } from '../method.ts';

export const setFocus = method({
  name: 'focus',
  summary: "Say for which overlay or panel a person's keys are meant.",
  needs: ['input.write'],
  throws: ['NotFocusable'],
  params: z.object({ ...session, id: LayerId }),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    seat.session(params.session).layers.focus(params.id, 'id');
    return {};
  },
});
