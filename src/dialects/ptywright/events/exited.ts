import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';
import { Exit } from '../shapes.ts';

export const exited = event({
  name: 'session.exited',
  since: 1,
  summary: 'The program has ended. It comes once, after the last output.',
  params: z.object({ session: z.string(), sequence: z.int(), ...Exit.shape }),
  example: { session: 's1', sequence: 4, exit_code: 0, signal: null },
});
