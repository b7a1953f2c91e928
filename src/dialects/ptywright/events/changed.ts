import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const changed = event({
  name: 'session.changed',
  since: 1,
  summary: 'The screen has advanced. Several advances of one turn are told once.',
  params: z.object({ session: z.string(), sequence: z.int() }),
  example: { session: 's1', sequence: 3 },
});
