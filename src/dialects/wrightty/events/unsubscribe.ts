import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Nothing } from '../shapes.ts';

export const unsubscribe = method({
  name: 'Events.unsubscribe',
  summary: 'Be told no more.',
  throws: ['SubscriptionNotFound'],
  params: z.object({ subscriptionId: z.string().max(limits.nameChars) }),
  result: Nothing,
  handle: ({ world, caller }, { subscriptionId }) => {
    world.subscriptions.end(caller, subscriptionId);
    return {};
  },
});
