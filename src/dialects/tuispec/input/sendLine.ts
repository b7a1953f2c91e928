import { actions } from '../../../core/input/index.ts';
import { readChord } from '../../../core/input/keys/chord.ts';
import { probeOf } from '../../../core/selector/selector.ts';
import { act } from '../../../core/session/act.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { perform } from '../perform.ts';
import { tell } from '../said.ts';
import { finderOf, orTimedOut, refuseSeveral } from '../selecting.ts';
import { Ok, ok, Selector, waitingFor } from '../shapes.ts';

export const sendLine = method({
  name: 'sendLine',
  since: 1,
  summary: 'Type a line and press enter; with `expectAfter` wait for what comes of it.',
  details: 'What stood on the screen before the line was typed does not satisfy `expectAfter`.',
  needs: ['input.write'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy', 'MethodFailed'],
  params: z.object({ text: actions.text.value, expectAfter: Selector.optional(), ...waitingFor }),
  result: Ok,
  examples: [
    {
      title: 'a name',
      program: 'asks-name',
      send: { text: 'ada', expectAfter: { type: 'exact', text: 'hello ada' } },
      reply: { ok: true },
    },
  ],
  handle: async (call, { text, expectAfter, ...wish }) => {
    const { session, started } = call.world;
    const line = [
      { type: 'text', value: text },
      { type: 'key', value: readChord('enter', 'key') },
    ] as const;
    if (!expectAfter) return perform(call, line);
    const find = finderOf(expectAfter);
    const deadline = call.deadline(wish.timeoutMs ?? started.timeoutMs);
    const missed = `nothing showed ${tell(expectAfter)} after the line`;
    const acted = await orTimedOut(Promise.resolve(act(session, line, probeOf(find), deadline)), missed);
    refuseSeveral(call, find, await orTimedOut(acted.wait.ended, missed), wish);
    return ok;
  },
});
