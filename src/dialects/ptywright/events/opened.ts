import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const opened = event({
  name: 'session.opened',
  since: 1,
  summary: 'A session is there; told to those who asked for `lifecycle`, before any other news of it.',
  params: z.object({ session: z.string(), sequence: z.int() }),
  example: { session: 's1', sequence: 0 },
});
