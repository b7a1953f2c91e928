import { exitStatus } from '../../../core/session/exitStatus.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { None } from '../shapes.ts';

export const status = method({
  name: 'status',
  since: 1,
  summary: 'Tell whether the program has ended, and how.',
  needs: ['screen.read'],
  throws: ['SessionClosed'],
  params: None,
  result: z.object({
    exited: z.boolean(),
    exit_code: z.int().nullable().describe('128 and the number of the signal, where one ended it.'),
  }),
  examples: [
    {
      title: 'a program that runs',
      program: 'asks-name',
      send: {},
      reply: { exited: false, exit_code: null },
    },
  ],
  handle: ({ world: { session } }) => ({
    exited: session.exit !== null,
    exit_code: session.exit && exitStatus(session.exit),
  }),
});
