import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';
import { answerFirst } from '../subscription.ts';

export const close = method({
  name: 'session.close',
  since: 1,
  summary:
    'End the program and forget the session. Its id is unknown at once; the answer comes when the program is gone.',
  needs: ['session.kill'],
  throws: ['SessionUnknown'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: z.object({ closed: z.literal(true) }),
  examples: [
    { title: 'a program that waits for ever', program: 'asks-name', send: {}, reply: { closed: true } },
    { title: 'no such session', send: { session: 's99' }, fault: 'SessionUnknown' },
  ],
  handle: async ({ world, caller }, { session: wanted }) => {
    const session = world.sessions.get(wanted);
    await answerFirst(caller, session, world.sessions.close(session));
    return { closed: true as const };
  },
});
