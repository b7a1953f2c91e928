import { actions } from '../../../core/input/index.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { perform } from '../perform.ts';
import { Ok } from '../shapes.ts';

export const sendText = method({
  name: 'sendText',
  since: 1,
  summary: 'Type text as it is.',
  needs: ['input.write'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy'],
  params: z.object({ text: actions.text.value }),
  result: Ok,
  examples: [{ title: 'a name', program: 'asks-name', send: { text: 'ada' }, reply: { ok: true } }],
  handle: (call, { text }) => perform(call, [{ type: 'text', value: text }]),
});
