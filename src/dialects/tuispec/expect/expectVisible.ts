/** Assertions, one a file; this one wants something to be there. */
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { waitForSelector } from '../selecting.ts';
import { Ok, ok, Selector } from '../shapes.ts';

export const expectVisible = method({
  name: 'expectVisible',
  since: 1,
  summary: 'Fail unless the screen shows what a selector means, now or within the time of the session.',
  needs: ['matcher.wait'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy', 'MethodFailed'],
  params: z.object({ selector: Selector }),
  result: Ok,
  examples: [
    { title: 'no program', send: { selector: { type: 'exact', text: 'Ready' } }, fault: 'NoActiveSession' },
  ],
  handle: async (call, { selector }) => {
    await waitForSelector(call, selector, {});
    return ok;
  },
});
