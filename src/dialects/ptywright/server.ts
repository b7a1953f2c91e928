/** Methods of the server: shutdown, the page and notifications. */
import type { Core } from '#core.ts';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Caller } from '#rpc/method.ts';
import { TerminalEventKind, terminalEventKinds } from '#terminal/events.ts';
import { method } from './method.ts';
import { type NotificationFilter, NotificationSubscription, subscriptionByClient } from './subscription.ts';

export const initialized = method({
  name: 'initialized',
  summary: 'Accept the notification that a client is initialized. It has no effect.',
  notification: true,
  params: z.looseObject({}),
  handle: () => null,
});

export const shutdown = method({
  name: 'shutdown',
  summary:
    'Announce that `exit` follows. Sessions continue until then, because other connections may use them.',
  examples: [{ title: 'before exit', send: {}, reply: null }],
  handle: () => null,
});

export const exit = method({
  name: 'exit',
  summary: 'Close this connection. On standard input and output this also ends the server and its sessions.',
  notification: true,
  handle: ({ caller }) => {
    caller.end();
    return null;
  },
});

export const serverOpenPage = method({
  name: 'server.open_page',
  summary: 'Start the browser page that shows all sessions, and return its URL.',
  details:
    'The page is served on 127.0.0.1 only, until `server.close_page` or the end of the server. Further calls return the same URL. The key after the `#` in the URL opens the page. A page can watch, and can type after a person has taken over the input. It can do nothing else, and all that it shows is redacted.',
  needs: ['screen.read', 'transcript.read'],
  throws: ['Unsupported'],
  params: z.strictObject({
    port: z
      .int()
      .min(0)
      .max(65_535)
      .default(0)
      .describe('The port to listen on, if the page is not served yet; 0 selects a free port.'),
  }),
  result: z.object({ url: z.string() }),
  examples: [{ title: 'on any free port', send: {}, reply: {} }],
  handle: async ({ world }, { port }) => {
    if (!world.openPage) raise(fault.Unsupported({ reason: 'this server cannot serve the page' }));
    return { url: await world.openPage(port) };
  },
});

export const serverClosePage = method({
  name: 'server.close_page',
  summary: 'Stop serving the page that `server.open_page` started.',
  details:
    'Its viewers are disconnected and its key becomes invalid; a page that is opened later has a new key. Pages of other listeners stay open.',
  needs: ['screen.read', 'transcript.read'],
  result: z.object({ closed: z.boolean().describe('False if no page was open.') }),
  examples: [{ title: 'no page is open', send: {}, reply: { closed: false } }],
  handle: async ({ world }) => ({ closed: (await world.closePage?.()) ?? false }),
});

const IdList = z.array(z.string().min(1).max(limits.nameChars)).max(limits.sessions).default([]);

export const serverSetNotifications = method({
  name: 'server.set_notifications',
  summary: 'Enable or disable notifications on this connection. They are disabled by default.',
  details:
    'With `sessions` or `adapters`, only events of those are sent. Unknown ids are kept, so a client can subscribe before they exist. Output from before the call is not sent.',
  needs: ['transcript.read'],
  params: z.strictObject({
    enabled: z.boolean(),
    sessions: IdList,
    adapters: IdList,
    kinds: z
      .array(TerminalEventKind)
      .max(terminalEventKinds.length)
      .default([])
      .describe('The kinds of `session.terminal` events to send; empty sends all kinds.'),
    output: z
      .boolean()
      .default(true)
      .describe('Send `session.output`. Disable it if the client reads screens only.'),
    waits: z.boolean().default(false).describe('Send events when waits start and end.'),
    lifecycle: z
      .boolean()
      .default(false)
      .describe('Send events when sessions are created, renamed, tagged or closed.'),
    layers: z.boolean().default(false).describe('Send `layer.changed` when overlays or panels change.'),
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
  handle: ({ world, caller }, { enabled, sessions, adapters, ...selected }) => {
    if (enabled) subscribe(world, caller, { sessions, adapters, ...selected });
    else unsubscribe(caller);
    return { enabled, sessions, adapters };
  },
});

const HostInfo = z
  .object({
    host: z.string(),
    version: z.string().describe('The version of ptywright.'),
    labels: z.record(z.string(), z.string()),
    reachable: z.boolean(),
    sessions: z.int(),
    capacity: z.int().describe('Most sessions at once.'),
    cpu: z.number().describe('The used share of its processors since its last report, from 0 to 1.'),
    memory_free: z.int().describe('In bytes.'),
    memory_total: z.int().describe('In bytes.'),
    denied: z.array(z.string()).describe('The permissions that the host does not grant.'),
    redaction: z.enum(['default', 'enforced']),
  })
  .meta({ id: 'HostInfo' });

export const fleetHosts = method({
  name: 'fleet.hosts',
  summary: 'List the hosts of the fleet, with their labels and load.',
  throws: ['Unsupported'],
  result: z.object({ hosts: z.array(HostInfo) }),
  examples: [{ title: 'a server without a fleet', send: {}, fault: 'Unsupported' }],
  handle: async ({ world }) => {
    const { fleet } = world;
    if (!fleet) return raise(fault.Unsupported({ reason: 'it belongs to no fleet' }));
    const hosts = await fleet.hosts();
    return {
      hosts: hosts.map(({ memoryFree, memoryTotal, denied, redactionEnforced, ...host }) => ({
        ...host,
        labels: { ...host.labels },
        memory_free: memoryFree,
        memory_total: memoryTotal,
        denied: [...denied],
        redaction: redactionEnforced ? ('enforced' as const) : ('default' as const),
      })),
    };
  },
});

function subscribe(world: Core, caller: Caller, filter: NotificationFilter): void {
  const known = subscriptionByClient.get(caller);
  if (known) known.setFilter(filter);
  else subscriptionByClient.set(caller, new NotificationSubscription(world, caller, filter));
}

function unsubscribe(caller: Caller): void {
  subscriptionByClient.get(caller)?.dispose();
  subscriptionByClient.delete(caller);
}
