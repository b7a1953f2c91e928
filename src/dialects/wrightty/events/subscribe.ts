import { fault, raise } from '../../../core/faults.ts';
import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { type EventName, eventNames } from '../news.ts';
import { inSession } from '../shapes.ts';

const nobody = 'events need a connection that stays, such as a WebSocket: a POST is answered once';

const Debounce = z.int().min(0).max(limits.timeoutMs).nullish();

export const subscribe = method({
  name: 'Events.subscribe',
  summary: 'Be told of some events of a session, or with `*` of all; those that are unknown are left out.',
  details:
    'Output from before is not told. The subscription ends with the connection; a POST has none, and so no subscription.',
  needs: ['transcript.read'],
  throws: ['Busy', 'Unsupported'],
  params: z.object({
    ...inSession,
    events: z.array(z.string().max(limits.nameChars)).max(limits.batchMessages),
    options: z.object({ screenDebounceMs: Debounce }).nullish(),
  }),
  result: z.object({ subscriptionId: z.string(), subscribedEvents: z.array(z.string()) }),
  handle: ({ world, caller }, { sessionId, events: asked, options }) => {
    if (caller.repliesOnly) raise(fault.Unsupported({ reason: nobody }, nobody));
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
