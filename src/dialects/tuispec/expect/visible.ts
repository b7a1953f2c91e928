/** Assertions, which wait: that what a selector means is there, or that it is not. */
import { goneOf } from '../../../core/selector/selector.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { tell } from '../said.ts';
import { finderOf, waitFor, waitForSelector } from '../selecting.ts';
import { Ok, ok, Selector } from '../shapes.ts';

const shared = {
  since: 1,
  needs: ['matcher.wait'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy', 'MethodFailed'],
  params: z.object({ selector: Selector }),
  result: Ok,
};
const ready = { selector: { type: 'exact', text: 'ready' } };
const absent = { selector: { type: 'exact', text: 'absent' } };

export const expectVisible = method({
  ...shared,
  name: 'expectVisible',
  summary: 'Fail unless the screen shows what a selector means, now or within the time of the session.',
  examples: [{ title: 'a word', program: 'prints-ready', send: ready, reply: { ok: true } }],
  handle: async (call, { selector }) => {
    await waitForSelector(call, selector, {});
    return ok;
  },
});

export const expectNotVisible = method({
  ...shared,
  name: 'expectNotVisible',
  summary: 'Fail unless what a selector means is gone, now or within the time of the session.',
  examples: [{ title: 'a word', program: 'prints-ready', send: absent, reply: { ok: true } }],
  handle: async (call, { selector }) => {
    const missed = `the screen still shows ${tell(selector)}`;
    await waitFor(call, goneOf(finderOf(selector)), { missed });
    return ok;
  },
});
