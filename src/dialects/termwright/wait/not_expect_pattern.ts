import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Nothing } from '../shapes.ts';
import { pattern as matching, refuseIfShown } from '../waiting.ts';

export const notExpectPattern = method({
  name: 'not_expect_pattern',
  since: 1,
  summary: 'Fail if the screen shows what an RE2 pattern finds now.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ pattern: z.string().min(1) }),
  result: Nothing,
  examples: [
    { title: 'absent', program: 'asks-name', send: { pattern: 'absent' }, reply: null },
    { title: 'present', program: 'asks-name', send: { pattern: 'name' }, fault: 'Timeout' },
  ],
  handle: (call, { pattern }) => refuseIfShown(call, matching(pattern), `pattern '${pattern}'`),
});
