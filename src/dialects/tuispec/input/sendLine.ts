import { actions } from '../../../core/input/index.ts';
import { readChord } from '../../../core/input/keys/chord.ts';
import { act } from '../../../core/session/act.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { perform } from '../perform.ts';
import { orTimedOut, wanted } from '../selecting.ts';
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
  examples: [{ title: 'no program', send: { text: 'ls' }, fault: 'NoActiveSession' }],
  handle: async (call, { text, expectAfter, timeoutMs, ambiguityMode }) => {
    const { session, started } = call.world;
    const line = [
      { type: 'text', value: text },
      { type: 'key', value: readChord('enter', 'key') },
    ] as const;
    if (!expectAfter) return perform(call, line);
    const { probe, check } = wanted(expectAfter);
    const acted = await orTimedOut(
      Promise.resolve(act(session, line, probe, call.deadline(timeoutMs ?? started.timeoutMs))),
    );
    check(await orTimedOut(acted.wait.ended), ambiguityMode ?? started.ambiguity);
    return ok;
  },
});
