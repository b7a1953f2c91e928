import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { WaitId } from '../shapes.ts';

export const cancelWait = method({
  name: 'adapter.cancel_wait',
  since: 1,
  summary:
    'Cancel the waits and turns that were given this name, from whatever connection. A name that is not known is no error.',
  needs: [],
  throws: [],
  positional: ['wait_id'],
  params: z.strictObject({ wait_id: WaitId }),
  result: z.object({
    cancelled: z.boolean(),
    adapter: z.string().optional().describe('Whose wait it was.'),
    wait_id: z.string(),
  }),
  examples: [
    {
      title: 'a name that nobody gave',
      send: { wait_id: 'w-1' },
      reply: { cancelled: false, wait_id: 'w-1' },
    },
  ],
  handle: ({ world }, { wait_id }) => {
    const adapter = world.waitNames.adapterOf(wait_id);
    const cancelled = world.waitNames.cancel(wait_id);
    return { cancelled, ...(adapter !== undefined && { adapter }), wait_id };
  },
});
