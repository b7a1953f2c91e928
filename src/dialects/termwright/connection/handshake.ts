import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { None } from '../shapes.ts';

export const handshake = method({
  name: 'handshake',
  since: 1,
  summary: 'Tell the version of the protocol and of the server.',
  needs: [],
  throws: [],
  params: None,
  result: z.object({ protocol_version: z.literal(1), termwright_version: z.string(), pid: z.int() }),
  examples: [{ title: 'a greeting', program: 'asks-name', send: {}, reply: { protocol_version: 1 } }],
  handle: ({ world: { core } }) => ({
    protocol_version: 1 as const,
    termwright_version: core.version,
    pid: process.pid,
  }),
});
