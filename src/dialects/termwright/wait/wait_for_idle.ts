import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Nothing, timeout_ms } from '../shapes.ts';
import { waitFor } from '../waiting.ts';

const Quiet = z.int().min(0).max(limits.timeoutMs);

export const waitForIdle = method({
  name: 'wait_for_idle',
  since: 1,
  summary: 'Wait until the screen has not changed for some time, counted from the call.',
  details: 'Shipped clients say `idle_ms` instead of `duration_ms`.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ duration_ms: Quiet.optional(), idle_ms: Quiet.default(500), timeout_ms }),
  result: Nothing,
  examples: [
    { title: 'quiet', program: 'asks-name', send: { duration_ms: 50, timeout_ms: 5000 }, reply: null },
    {
      title: 'too little time',
      program: 'asks-name',
      send: { idle_ms: 500, timeout_ms: 50 },
      fault: 'Timeout',
    },
  ],
  handle: async (call, { idle_ms, duration_ms = idle_ms, timeout_ms }) => {
    const matcher = { type: 'screen_stable', value: { min_ms: duration_ms } };
    const words = `screen to be idle for ${duration_ms}ms`;
    await waitFor(call, { matcher, timeout_ms, words, fresh: true });
    return null;
  },
});
