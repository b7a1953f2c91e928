import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Nothing, timeout_ms } from '../shapes.ts';
import { not, text as showing, waitFor } from '../waiting.ts';

export const waitForTextGone = method({
  name: 'wait_for_text_gone',
  since: 1,
  summary: 'Wait until the screen does not show a text any more.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ text: z.string().min(1), timeout_ms }),
  result: Nothing,
  examples: [
    { title: 'never there', program: 'asks-name', send: { text: 'absent' }, reply: null },
    {
      title: 'there to stay',
      program: 'asks-name',
      send: { text: 'name', timeout_ms: 50 },
      fault: 'Timeout',
    },
  ],
  handle: async (call, { text, timeout_ms }) => {
    const words = `text '${text}' to disappear`;
    await waitFor(call, { matcher: not(showing(text)), timeout_ms, words });
    return null;
  },
});
