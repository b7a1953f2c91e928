import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const output = event({
  name: 'session.output',
  since: 1,
  summary:
    'What the program has written since the last one, redacted. What may be the beginning of a secret comes once that is decided.',
  params: z.object({
    session: z.string(),
    sequence: z.int(),
    output: z.string(),
    dropped: z
      .literal(true)
      .optional()
      .describe('Something before it is missing: the client read too slowly.'),
  }),
  example: { session: 's1', sequence: 4, output: 'hello\r\n' },
});
