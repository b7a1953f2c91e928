import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';

export const shutdown = method({
  name: 'shutdown',
  since: 1,
  summary: 'Announce that `exit` follows. Sessions go on until then: another connection may still use them.',
  needs: [],
  throws: [],
  params: z.strictObject({}),
  result: z.null(),
  examples: [{ title: 'before exit', send: {}, reply: null }],
  handle: () => null,
});
