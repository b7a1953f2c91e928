import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';
import { Exit } from '../shapes.ts';

export const frame = event({
  name: 'session.frame',
  since: 1,
  summary:
    'What turns what a viewer shows into what there is to see now. The next one comes when the connection has taken this one, and a viewer that is paced has drawn it: who is slow sees fewer.',
  params: z.object({
    session: z.string(),
    viewer: z.string(),
    data: z
      .string()
      .describe(
        'For a terminal: text with escape sequences. It may be empty when `size` or `exit` is there.',
      ),
    size: z
      .object({ rows: z.int(), cols: z.int() })
      .optional()
      .describe(
        'Of the session with its panels, where it is another one by now. A terminal that follows it says so by `session.view`, and is told a whole frame.',
      ),
    exit: Exit.optional().describe(
      'The program has ended; it comes once, and not where the session is closed: that is `session.detached`. The viewer stays.',
    ),
  }),
  example: {
    session: 's1',
    viewer: 's1.v1',
    data: '\u001b[?2026h\u001b[1;1Hready\u001b[K\u001b[1;6H\u001b[?2026l',
  },
});
