import { fault, raise } from '../../../core/faults.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';

export const openPage = method({
  name: 'server.open_page',
  since: 1,
  summary: 'Serve the page on which people watch all sessions in a browser, and tell where it is.',
  details:
    'It is served on 127.0.0.1 only, until `server.close_page` or the end of the server; who asks again is told the same address. The key that stands in it behind the `#` opens the page, and a page can look, and type where a person has taken over: nothing else, and nothing without redaction.',
  needs: ['screen.read', 'transcript.read'],
  throws: ['Unsupported'],
  params: z.strictObject({
    port: z
      .int()
      .min(0)
      .max(65_535)
      .default(0)
      .describe('Where to listen, if the page is not served yet; 0 takes one that is free.'),
  }),
  result: z.object({ url: z.string() }),
  examples: [{ title: 'wherever there is room', send: {}, reply: {} }],
  handle: async ({ world }, { port }) => {
    if (!world.openPage) raise(fault.Unsupported({ reason: 'nobody serves pages here' }));
    return { url: await world.openPage(port) };
  },
});
