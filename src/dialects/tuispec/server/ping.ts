import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { None } from '../shapes.ts';

export const ping = method({
  name: 'server.ping',
  since: 1,
  summary: 'Tell that the server is there.',
  needs: [],
  throws: [],
  params: None,
  result: z.object({ pong: z.literal(true), version: z.string() }),
  examples: [{ title: 'a ping', send: {}, reply: { pong: true } }],
  handle: ({ world }) => ({ pong: true as const, version: world.core.version }),
});
