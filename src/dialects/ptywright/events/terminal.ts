import { eventKinds } from '../../../core/screen/events.ts';
import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const terminal = event({
  name: 'session.terminal',
  since: 1,
  summary:
    'What the program has told its terminal besides what it shows: a title, a mark of its shell, a notification, a mode. Text in it is redacted. Of very many in one turn the oldest of the most frequent kind are left out.',
  params: z.object({
    session: z.string(),
    sequence: z.int(),
    kind: z.enum(eventKinds),
    number: z.int().describe('Counts the events of the session, from 1.'),
    facts: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe('What the kind has to tell, such as `exit_code` of `command_finished`.'),
  }),
  example: {
    session: 's1',
    sequence: 4,
    kind: 'command_finished',
    number: 3,
    facts: { line: 2, col: 0, exit_code: 0 },
  },
});
