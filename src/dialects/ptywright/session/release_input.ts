import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const releaseInput = method({
  name: 'session.release_input',
  since: 1,
  summary: 'Give the input of a session back to everybody.',
  needs: ['input.write'],
  throws: ['SessionUnknown'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: z.object({ released: z.boolean().describe('False when this connection did not have it.') }),
  examples: [{ title: 'that nobody has', program: 'asks-name', send: {}, reply: { released: false } }],
  handle: ({ world, caller }, { session }) => ({
    released: world.sessions.get(session).holding.release(caller),
  }),
});
