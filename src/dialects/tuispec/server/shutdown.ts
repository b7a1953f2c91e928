import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { None } from '../shapes.ts';

export const shutdown = method({
  name: 'server.shutdown',
  since: 1,
  summary: 'Kill the program and end the server, once this is answered.',
  needs: ['session.kill'],
  throws: [],
  params: None,
  result: z.object({ shuttingDown: z.literal(true) }),
  examples: [{ title: 'the end', send: {}, reply: { shuttingDown: true } }],
  handle: async ({ world }) => {
    await world.end();
    return { shuttingDown: true as const };
  },
});
