import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const typed = event({
  name: 'session.typed',
  since: 1,
  summary:
    'A person has typed while this connection has the input: it is told here and not written. It is not redacted.',
  params: z.object({
    session: z.string(),
    viewer: z.string().describe('Where it was typed.'),
    mode: z.literal('capture'),
    keys: z.array(
      z.object({
        raw: z.string().describe('What the terminal of the person sent.'),
        key: z
          .string()
          .nullable()
          .describe(
            'The key as the action `key` names it, or the character; null for what is no key: a paste, or long text.',
          ),
        modifiers: z.array(z.string()).describe('Such as `ctrl`.'),
      }),
    ),
  }),
  example: {
    session: 's1',
    viewer: 's1.v1',
    mode: 'capture',
    keys: [
      { raw: 'q', key: 'q', modifiers: [] },
      { raw: '\r', key: 'enter', modifiers: [] },
    ],
  },
});
