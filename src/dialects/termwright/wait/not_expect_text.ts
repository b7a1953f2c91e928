import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Nothing } from '../shapes.ts';
import { refuseIfShown, text as showing } from '../waiting.ts';

export const notExpectText = method({
  name: 'not_expect_text',
  since: 1,
  summary: 'Fail if the screen shows a text now.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ text: z.string().min(1) }),
  result: Nothing,
  examples: [
    { title: 'absent', program: 'asks-name', send: { text: 'absent' }, reply: null },
    { title: 'present', program: 'asks-name', send: { text: 'name' }, fault: 'Timeout' },
  ],
  handle: (call, { text }) => refuseIfShown(call, showing(text), `text '${text}'`),
});
