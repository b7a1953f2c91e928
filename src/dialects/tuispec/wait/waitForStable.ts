import { limits } from '../../../core/limits.ts';
import { compileMatcher } from '../../../core/matcher/compile.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { waitFor } from '../selecting.ts';
import { Ok, ok, waiting } from '../shapes.ts';

export const waitForStable = method({
  name: 'waitForStable',
  since: 1,
  summary: 'Wait until the screen has not changed for some time, counted from the call.',
  needs: ['matcher.wait'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy', 'MethodFailed'],
  params: z.object({ debounceMs: z.int().min(0).max(limits.timeoutMs), ...waiting }),
  result: Ok,
  examples: [{ title: 'quiet', program: 'prints-ready', send: { debounceMs: 20 }, reply: { ok: true } }],
  handle: async (call, { debounceMs, timeoutMs }) => {
    const matcher = { type: 'screen_stable', value: { min_ms: debounceMs } };
    const missed = `the screen did not stay as it was for ${debounceMs} ms`;
    await waitFor(call, compileMatcher(matcher), { timeoutMs, missed, fresh: true });
    return ok;
  },
});
