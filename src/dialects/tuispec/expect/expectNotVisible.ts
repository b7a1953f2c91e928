import { hit, miss } from '../../../core/matcher/matcher.ts';
import { compileSelector } from '../../../core/selector/selector.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { waitFor } from '../selecting.ts';
import { coreSelector, Ok, ok, Selector } from '../shapes.ts';

export const expectNotVisible = method({
  name: 'expectNotVisible',
  since: 1,
  summary: 'Fail unless what a selector means is gone, now or within the time of the session.',
  needs: ['matcher.wait'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy', 'MethodFailed'],
  params: z.object({ selector: Selector }),
  result: Ok,
  examples: [
    { title: 'no program', send: { selector: { type: 'exact', text: 'Ready' } }, fault: 'NoActiveSession' },
  ],
  handle: async (call, { selector }) => {
    const find = compileSelector(coreSelector(selector));
    await waitFor(call, {
      watches: new Set(['content']),
      ask: (moment) => (find(moment).length === 0 ? hit('gone') : miss()),
    });
    return ok;
  },
});
