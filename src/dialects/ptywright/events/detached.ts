import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const detached = event({
  name: 'session.detached',
  since: 1,
  summary: 'A viewer was sent away, or its session was closed. No frame comes after it.',
  params: z.object({ session: z.string(), viewer: z.string(), reason: z.enum(['detached', 'closed']) }),
  example: { session: 's1', viewer: 's1.v1', reason: 'closed' },
});
