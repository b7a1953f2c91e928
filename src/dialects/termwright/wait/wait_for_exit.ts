import { exitStatus } from '../../../core/session/exitStatus.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { timeout_ms } from '../shapes.ts';
import { waitFor } from '../waiting.ts';

export const waitForExit = method({
  name: 'wait_for_exit',
  since: 1,
  summary: 'Wait until the program has ended.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ timeout_ms }),
  result: z.object({
    exit_code: z.int().describe('128 and the number of the signal, where one ended it.'),
  }),
  examples: [
    { title: 'an end', program: 'dies-with-7', send: { timeout_ms: 5000 }, reply: { exit_code: 7 } },
    { title: 'no end', program: 'asks-name', send: { timeout_ms: 50 }, fault: 'Timeout' },
  ],
  handle: async (call, { timeout_ms }) => {
    const matcher = { type: 'process_exited' };
    await waitFor(call, { matcher, timeout_ms, words: 'process to exit' });
    return { exit_code: exitStatus(call.world.session.exit!) };
  },
});
