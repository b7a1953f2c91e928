import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';

export const closePage = method({
  name: 'server.close_page',
  since: 1,
  summary: 'End the page that `server.open_page` has opened.',
  details:
    'All who look on are sent away, and its key opens nothing any more: a page that is opened later has another one. Pages beside other listeners stay.',
  needs: ['screen.read', 'transcript.read'],
  throws: [],
  params: z.strictObject({}),
  result: z.object({ closed: z.boolean().describe('False when there was none.') }),
  examples: [{ title: 'that nobody has opened', send: {}, reply: { closed: false } }],
  handle: async ({ world }) => ({ closed: (await world.closePage?.()) ?? false }),
});
