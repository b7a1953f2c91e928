import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Place, timeout_ms } from '../shapes.ts';
import { pattern as matching, placeOf, waitFor } from '../waiting.ts';

export const waitForPattern = method({
  name: 'wait_for_pattern',
  since: 1,
  summary: 'Wait until the screen shows what an RE2 pattern finds.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ pattern: z.string().min(1), timeout_ms }),
  result: z.object({ found: z.literal(true), matched: z.string(), position: Place }),
  examples: [
    {
      title: 'what is there or comes',
      program: 'asks-name',
      send: { pattern: 'n.me', timeout_ms: 5000 },
      reply: { found: true, matched: 'name', position: { row: 0, col: 0 } },
    },
    { title: 'no pattern', program: 'asks-name', send: { pattern: '(' }, fault: 'Invalid' },
  ],
  handle: async (call, { pattern, timeout_ms }) => {
    const words = `pattern '${pattern}' to match`;
    const hit = await waitFor(call, { matcher: matching(pattern), timeout_ms, words });
    return { found: true as const, matched: hit.text ?? '', position: placeOf(hit) };
  },
});
