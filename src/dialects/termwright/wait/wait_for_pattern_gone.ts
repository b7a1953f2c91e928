import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Nothing, timeout_ms } from '../shapes.ts';
import { pattern as matching, not, waitFor } from '../waiting.ts';

export const waitForPatternGone = method({
  name: 'wait_for_pattern_gone',
  since: 1,
  summary: 'Wait until the screen does not show what an RE2 pattern finds any more.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ pattern: z.string().min(1), timeout_ms }),
  result: Nothing,
  examples: [
    { title: 'never there', program: 'asks-name', send: { pattern: 'absent' }, reply: null },
    {
      title: 'there to stay',
      program: 'asks-name',
      send: { pattern: 'name', timeout_ms: 50 },
      fault: 'Timeout',
    },
  ],
  handle: async (call, { pattern, timeout_ms }) => {
    const words = `pattern '${pattern}' to disappear`;
    await waitFor(call, { matcher: not(matching(pattern)), timeout_ms, words });
    return null;
  },
});
