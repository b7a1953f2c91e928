import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { waitForSelector } from '../selecting.ts';
import { Ok, ok, Selector, waitingFor } from '../shapes.ts';

export const waitForText = method({
  name: 'waitForText',
  since: 1,
  summary: 'Wait until the screen shows what a selector means.',
  needs: ['matcher.wait'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy', 'MethodFailed'],
  params: z.object({ selector: Selector, ...waitingFor }),
  result: Ok,
  examples: [
    {
      title: 'a word',
      program: 'prints-ready',
      send: { selector: { type: 'exact', text: 'ready' } },
      reply: { ok: true },
    },
    {
      title: 'a word that does not come',
      program: 'prints-ready',
      send: { selector: { type: 'exact', text: 'absent' }, timeoutMs: 20 },
      fault: 'MethodFailed',
    },
  ],
  handle: async (call, { selector, ...wish }) => {
    await waitForSelector(call, selector, wish);
    return ok;
  },
});
