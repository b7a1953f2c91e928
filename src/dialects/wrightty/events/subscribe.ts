import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { type EventName, eventNames } from '../news.ts';
import { inSession } from '../shapes.ts';

const Debounce = z.int().min(0).max(limits.timeoutMs).nullish();

export const subscribe = method({
  name: 'Events.subscribe',
  summary: 'Be told of some events of a session, or with `*` of all; those that are unknown are left out.',
  details: 'Output from before is not told. The subscription ends with the connection.',
  needs: ['transcript.read'],
  throws: ['Busy'],
  params: z.object({
    ...inSession,
    events: z.array(z.string().max(limits.nameChars)).max(limits.batchMessages),
    options: z.object({ screenDebounceMs: Debounce }).nullish(),
  }),
  result: z.object({ subscriptionId: z.string(), subscribedEvents: z.array(z.string()) }),
  handle: ({ world, caller }, { sessionId, events: asked, options }) => {
    const events = new Set<EventName>(
      eventNames.filter((name) => asked.includes('*') || asked.includes(name)),
    );
    const debounceMs = options?.screenDebounceMs ?? limits.resizeMs;
    const session = world.session(sessionId);
    const terms = { events, debounceMs };
    const subscriptionId = world.subscriptions.begin(caller, session, terms);
    return { subscriptionId, subscribedEvents: [...events] };
  },
});
