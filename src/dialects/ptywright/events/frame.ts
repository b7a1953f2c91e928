import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';
import { Exit } from '../shapes.ts';

export const frame = event({
  name: 'session.frame',
  since: 1,
  summary:
    'What turns what a viewer shows into what there is to see now. The next one comes when the connection has taken this one: who reads slowly sees fewer.',
  params: z.object({
    session: z.string(),
    viewer: z.string(),
    data: z
      .string()
      .describe('For a terminal: text with escape sequences. It may be empty when `exit` is there.'),
    exit: Exit.optional().describe('The program has ended; it comes once. The viewer stays.'),
  }),
  example: {
    session: 's1',
    viewer: 's1.v1',
    data: '\u001b[?2026h\u001b[1;1Hready\u001b[K\u001b[1;6H\u001b[?2026l',
  },
});
