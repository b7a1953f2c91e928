import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const waiting = event({
  name: 'session.waiting',
  since: 1,
  summary:
    'Waits on a session have begun or ended; told to those who asked for `waits`. Several of one turn are told once.',
  params: z.object({ session: z.string(), sequence: z.int(), pending_waits: z.int() }),
  example: { session: 's1', sequence: 4, pending_waits: 1 },
});
