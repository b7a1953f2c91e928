import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';

export const exit = method({
  name: 'exit',
  since: 1,
  summary: 'End this connection. On standard input and output the server ends with it, and its sessions too.',
  needs: [],
  throws: [],
  notification: true,
  params: z.strictObject({}),
  result: z.null(),
  examples: [],
  handle: ({ caller }) => {
    caller.end();
    return null;
  },
});
