import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const warning = event({
  name: 'session.warning',
  since: 1,
  summary: "Something beside the session's own work failed, such as its raw transcript; the session goes on.",
  params: z.object({ session: z.string(), sequence: z.int(), warning: z.string() }),
  example: { session: 's1', sequence: 4, warning: 'the raw transcript ended: ENOSPC' },
});
