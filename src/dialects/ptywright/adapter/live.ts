import { z } from '../../../platform/schema.ts';
import { toldLive } from '../adapterShapes.ts';
import { method } from '../method.ts';

const Live = z.object({
  adapter: z.string(),
  plugin: z.string(),
  session: z.string().describe("The session of the adapter's program."),
  sequence: z.int(),
  finished: z.boolean().describe('The program has ended.'),
});

export const live = method({
  name: 'adapter.live',
  since: 1,
  summary: 'List the adapters that are there, for a client that comes back to them.',
  needs: [],
  throws: [],
  params: z.strictObject({}),
  result: z.object({ adapters: z.array(Live) }),
  examples: [
    { title: 'none', send: {}, reply: { adapters: [] } },
    {
      title: 'one',
      plugin: 'echo',
      send: {},
      reply: { adapters: [{ adapter: 'e1', plugin: 'echo', session: 's1', finished: false }] },
    },
  ],
  handle: ({ world }) => ({ adapters: world.adapters.all().map(toldLive) }),
});
