import { z } from '../../../platform/schema.ts';
import { event as declare } from '../../../rpc/event.ts';

export const event = declare({
  name: 'Events.event',
  since: 1,
  summary: 'Something that a subscription asked to hear of has happened.',
  params: z.object({
    subscriptionId: z.string(),
    event: z.string(),
    sessionId: z.string(),
    timestamp: z.number().describe('Milliseconds since 1970.'),
    data: z.record(z.string(), z.unknown()),
  }),
  example: {
    subscriptionId: 'sub_001',
    event: 'Terminal.alternateScreen',
    sessionId: 's1',
    timestamp: 1_700_000_000_000,
    data: { active: true },
  },
});
