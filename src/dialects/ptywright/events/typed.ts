import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const typed = event({
  name: 'session.typed',
  since: 1,
  summary:
    'A person has typed a key while this connection has the input: it is told here and not written. It is not redacted.',
  params: z.object({
    session: z.string(),
    viewer: z.string().describe('Where it was typed.'),
    mode: z.literal('capture'),
    raw: z.string().describe('What the terminal of the person sent.'),
    key: z
      .string()
      .nullable()
      .describe('The key as the action `key` names it, or the character; null for what is no key.'),
    modifiers: z.array(z.string()).describe('Such as `ctrl`.'),
  }),
  example: { session: 's1', viewer: 'v1', mode: 'capture', raw: '\u001b[A', key: 'up', modifiers: [] },
});
