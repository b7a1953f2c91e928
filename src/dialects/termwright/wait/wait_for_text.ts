import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Place, timeout_ms } from '../shapes.ts';
import { placeOf, text as showing, waitFor } from '../waiting.ts';

export const waitForText = method({
  name: 'wait_for_text',
  since: 1,
  summary: 'Wait until the screen shows a text.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ text: z.string().min(1), timeout_ms }),
  result: z.object({ found: z.literal(true), position: Place }),
  examples: [
    {
      title: 'text that is there or comes',
      program: 'asks-name',
      send: { text: 'me?', timeout_ms: 5000 },
      reply: { found: true, position: { row: 0, col: 2 } },
    },
    {
      title: 'text that never comes',
      program: 'asks-name',
      send: { text: 'absent', timeout_ms: 50 },
      fault: 'Timeout',
    },
  ],
  handle: async (call, { text, timeout_ms }) => {
    const words = `text '${text}' to appear`;
    const hit = await waitFor(call, { matcher: showing(text), timeout_ms, words });
    return { found: true as const, position: placeOf(hit) };
  },
});
