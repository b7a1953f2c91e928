import { z } from '../../../platform/schema.ts';
import { Capabilities, capabilitiesOf } from '../capabilities.ts';
import { method } from '../method.ts';

export const capabilities = method({
  name: 'server.capabilities',
  since: 1,
  summary: 'Tell what this server is and can do.',
  needs: [],
  throws: [],
  params: z.strictObject({}),
  result: Capabilities,
  examples: [{ title: 'as it is', send: {}, reply: { name: 'ptywright', framing: ['ndjson', 'lsp'] } }],
  handle: ({ world }) => capabilitiesOf(world),
});
