import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';
import { heldShape } from '../holderShape.ts';

export const held = event({
  name: 'session.held',
  since: 1,
  summary:
    'Somebody has taken the input of a session for himself, or has given it back. It comes to all who follow the session or look at it.',
  params: z.object({ session: z.string(), ...heldShape }),
  example: {
    session: 's1',
    holder: { name: 'ada', from: 'everyone', person: true, since: 1_700_000_000_000 },
    holds: false,
  },
});
