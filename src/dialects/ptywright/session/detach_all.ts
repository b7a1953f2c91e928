import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const detachAll = method({
  name: 'session.detach_all',
  since: 1,
  summary: 'Send all viewers of a session away, whosever they are. The program goes on.',
  needs: ['session.kill'],
  throws: ['SessionUnknown'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: z.object({ detached: z.int().describe('How many there were.') }),
  examples: [{ title: 'nobody looks', program: 'prints-ready', send: {}, reply: { detached: 0 } }],
  handle: ({ world }, { session }) => ({ detached: world.sessions.get(session).viewers.detachAll() }),
});
