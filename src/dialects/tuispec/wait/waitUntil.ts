import { filledProbe } from '../../../core/matcher/filled.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { waitFor } from '../selecting.ts';
import { Ok, ok, waiting } from '../shapes.ts';

export const waitUntil = method({
  name: 'waitUntil',
  since: 1,
  summary: 'Wait until a pattern finds something on the whole screen.',
  needs: ['matcher.wait'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy', 'MethodFailed'],
  params: z.object({
    pattern: z
      .string()
      .min(1)
      .describe('RE2, over the text of `currentView`; also over rows without the blanks behind them.'),
    ...waiting,
  }),
  result: Ok,
  examples: [
    {
      title: 'one word or another',
      program: 'prints-ready',
      send: { pattern: 'ready|done' },
      reply: { ok: true },
    },
  ],
  handle: async (call, { pattern, timeoutMs }) => {
    const missed = `the screen does not match the pattern ${JSON.stringify(pattern)}`;
    await waitFor(call, filledProbe(pattern, 'pattern'), {
      timeoutMs,
      missed,
    });
    return ok;
  },
});
