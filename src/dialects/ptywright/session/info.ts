import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { infoOf, SessionInfo } from '../sessionInfo.ts';
import { SessionRef } from '../shapes.ts';

export const info = method({
  name: 'session.info',
  since: 1,
  summary: 'Tell what a session is: its program, size, modes, whether it runs and how it ended.',
  needs: ['screen.read'],
  throws: ['SessionUnknown'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: SessionInfo,
  examples: [
    {
      title: 'a program that runs',
      program: 'asks-name',
      send: {},
      reply: { running: true, exit: null, size: { rows: 24, cols: 80 } },
    },
    { title: 'no such session', send: { session: 's99' }, fault: 'SessionUnknown' },
  ],
  handle: ({ world }, { session }) => infoOf(world.sessions.get(session)),
});
