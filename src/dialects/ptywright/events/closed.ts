import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const closed = event({
  name: 'session.closed',
  since: 1,
  summary:
    'A session has been closed and is not there any more; told to those who asked for `lifecycle`, as the last news of it.',
  params: z.object({ session: z.string(), sequence: z.int() }),
  example: { session: 's1', sequence: 4 },
});
