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
    { title: 'no program', send: { selector: { type: 'exact', text: 'Ready' } }, fault: 'NoActiveSession' },
  ],
  handle: async (call, { selector, ...wish }) => {
    await waitForSelector(call, selector, wish);
    return ok;
  },
});
