import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { infoOf, SessionInfo } from '../sessionInfo.ts';

export const list = method({
  name: 'session.list',
  since: 1,
  summary: 'List the sessions that can be read, those whose program has ended included.',
  needs: [],
  throws: [],
  params: z.strictObject({
    details: z.boolean().default(false).describe('Tell about each session as `session.info` does.'),
  }),
  result: z.object({ sessions: z.array(z.string()), details: z.array(SessionInfo).optional() }),
  examples: [
    { title: 'one session', program: 'prints-ready', send: {}, reply: { sessions: ['s1'] } },
    {
      title: 'with details',
      program: 'prints-ready',
      send: { details: true },
      reply: { details: [{ session: 's1', size: { rows: 24, cols: 80 } }] },
    },
  ],
  handle: ({ world }, { details }) => {
    const sessions = world.sessions.all();
    return { sessions: sessions.map(({ id }) => id), ...(details && { details: sessions.map(infoOf) }) };
  },
});
