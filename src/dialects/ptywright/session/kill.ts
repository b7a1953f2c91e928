import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';
import { answerFirst } from '../subscription.ts';

export const kill = method({
  name: 'session.kill',
  since: 1,
  summary: 'End the program and all that it started; the session stays, so that its last screen can be read.',
  details:
    'A hang-up first, then SIGTERM, then SIGKILL. The answer comes when all are gone. A program that has ended already is no error.',
  needs: ['session.kill'],
  throws: ['SessionUnknown'],
  positional: ['session'],
  params: z.strictObject({
    session: SessionRef,
    force: z.boolean().default(false).describe('SIGKILL at once.'),
  }),
  result: z.object({ killed: z.literal(true) }),
  examples: [
    { title: 'a program that waits for ever', program: 'asks-name', send: {}, reply: { killed: true } },
  ],
  handle: async ({ world, caller }, { session: wanted, force }) => {
    const session = world.sessions.get(wanted);
    await answerFirst(caller, session, session.kill(force));
    return { killed: true as const };
  },
});
