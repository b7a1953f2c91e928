import { actions } from '../../../core/input/index.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { perform } from '../perform.ts';
import { Nothing } from '../shapes.ts';

export const type = method({
  name: 'type',
  since: 1,
  summary: 'Type text as it is.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'Busy'],
  params: z.object({ text: actions.text.value }),
  result: Nothing,
  examples: [{ title: 'words', program: 'asks-name', send: { text: 'hello world' }, reply: null }],
  handle: (call, { text }) => perform(call, { type: 'text', value: text }),
});
