import { z } from '../../../platform/schema.ts';
import { openRpc } from '../../../rpc/openRpc.ts';
import { ptywright } from '../index.ts';
import { method } from '../method.ts';

export const discover = method({
  name: 'rpc.discover',
  since: 1,
  summary: 'Describe this protocol as an OpenRPC document.',
  needs: [],
  throws: [],
  params: z.strictObject({}),
  result: z.looseObject({ openrpc: z.string(), methods: z.array(z.looseObject({ name: z.string() })) }),
  examples: [{ title: 'the document', send: {}, reply: { openrpc: '1.3.2' } }],
  handle: ({ world }) => openRpc(ptywright, { title: 'ptywright', version: world.version }),
});
