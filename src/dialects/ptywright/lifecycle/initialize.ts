import { z } from '../../../platform/schema.ts';
import { Capabilities, capabilitiesOf } from '../capabilities.ts';
import { method } from '../method.ts';

export const initialize = method({
  name: 'initialize',
  since: 1,
  summary:
    'Greet as a language server is greeted. Nobody needs to; what the client says of itself is not used.',
  needs: [],
  throws: [],
  params: z.looseObject({}),
  result: z.object({
    capabilities: Capabilities,
    serverInfo: z.object({ name: z.string(), version: z.string() }),
  }),
  examples: [
    {
      title: 'a client that greets',
      send: { processId: null, capabilities: {} },
      reply: { serverInfo: { name: 'ptywright' } },
    },
  ],
  handle: ({ world }) => ({
    capabilities: capabilitiesOf(world),
    serverInfo: { name: 'ptywright', version: world.version },
  }),
});
