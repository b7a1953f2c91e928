import { limits } from '../../../core/limits.ts';
import { eventKinds } from '../../../core/screen/events.ts';
import type { World } from '../../../core/world.ts';
import { z } from '../../../platform/schema.ts';
import type { Caller } from '../../../rpc/call.ts';
import { method } from '../method.ts';
import { type Filter, Subscription, subscriptions } from '../subscription.ts';

const Ids = z.array(z.string().min(1).max(limits.nameChars)).max(limits.sessions).default([]);

export const setNotifications = method({
  name: 'server.set_notifications',
  since: 1,
  summary: 'Turn notifications to this connection on or off. They are off at first.',
  details:
    'With `sessions` or `adapters` only those are told of; ids that are not there yet are kept, so that one may ask before they are. Turning on counts from now: output from before is not sent.',
  needs: ['transcript.read'],
  throws: [],
  params: z.strictObject({
    enabled: z.boolean(),
    sessions: Ids,
    adapters: Ids,
    kinds: z
      .array(z.enum(eventKinds))
      .max(eventKinds.length)
      .default([])
      .describe('Of what programs tell their terminals only this is told; all of it, without any.'),
    output: z
      .boolean()
      .default(true)
      .describe('Without it no `session.output` comes: for who looks at screens only.'),
    waits: z.boolean().default(false).describe('Tell also when waits begin and end.'),
    lifecycle: z
      .boolean()
      .default(false)
      .describe(
        'Tell also when sessions are opened, called or tagged otherwise, and when they are closed and there no more.',
      ),
    layers: z
      .boolean()
      .default(false)
      .describe('Tell also when something else is drawn over a screen: `layer.changed`.'),
  }),
  result: z.object({ enabled: z.boolean(), sessions: z.array(z.string()), adapters: z.array(z.string()) }),
  examples: [
    { title: 'everything', send: { enabled: true }, reply: { enabled: true } },
    {
      title: 'some',
      send: { enabled: true, adapters: ['e1'], sessions: ['s2'] },
      reply: { enabled: true, adapters: ['e1'], sessions: ['s2'] },
    },
    {
      title: 'only when commands end',
      send: { enabled: true, kinds: ['command_finished'], output: false },
      reply: { enabled: true },
    },
  ],
  handle: ({ world, caller }, { enabled, sessions, adapters, ...told }) => {
    if (enabled) subscribe(world, caller, { sessions, adapters, ...told });
    else unsubscribe(caller);
    return { enabled, sessions, adapters };
  },
});

function subscribe(world: World, caller: Caller, filter: Filter): void {
  const known = subscriptions.get(caller);
  if (known) known.narrow(filter);
  else subscriptions.set(caller, new Subscription(world, caller, filter));
}

function unsubscribe(caller: Caller): void {
  subscriptions.get(caller)?.end();
  subscriptions.delete(caller);
}
