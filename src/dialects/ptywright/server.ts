/** Methods of the server: shutdown, the page and notifications. */
import type { Core } from '#core.ts';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import { z } from '#platform/schema.ts';
import type { Caller } from '#rpc/method.ts';
import { serverResumed } from './events.ts';
import { method } from './method.ts';
import {
  type NotificationFilter,
  NotificationSubscription,
  notificationParams,
  subscriptionByClient,
} from './subscription.ts';

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
    caller.release();
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

export const serverSetNotifications = method({
  name: 'server.set_notifications',
  summary: 'Enable or disable notifications on this connection. They are disabled by default.',
  details:
    'With `sessions` or `adapters`, only events of those are sent. Unknown ids are kept, so a client can subscribe before they exist. Output from before the call is not sent.',
  needs: ['transcript.read'],
  params: z.strictObject({ enabled: z.boolean(), ...notificationParams }),
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

export const serverResume = method({
  name: 'server.resume',
  summary: 'Continue as the client that has this key, or give the key to this client.',
  details:
    'For a client that connects again after its connection was lost, to the same server or to another gateway of its fleet. Call it with the same key on each connection, before other methods. For `keep_ms` after the end of its connection, a client keeps its input locks, its notifications and its sessions with `close_on_disconnect`. If it still has a connection, that one loses them, and gets `server.resumed`. Calls and viewers end with their connection: call and attach again. Notifications that were on their way when the connection was lost are not sent again: read the screen or the transcript. `exit` ends the client at once. The key is a secret between the client and the server: choose a random one.',
  throws: ['Busy'],
  params: z.strictObject({
    key: z.string().min(16).max(limits.nameChars),
    keep_ms: z
      .int()
      .min(0)
      .max(limits.keptClientMs)
      .default(30_000)
      .describe('How long the client is kept without a connection, in milliseconds.'),
  }),
  result: z.object({
    resumed: z.boolean().describe('False if no client had the key.'),
    holds: z.array(z.string()).describe('The sessions whose input lock the client holds.'),
    notifications: z
      .object(notificationParams)
      .nullable()
      .describe('The notifications that the client has enabled, as in `server.set_notifications`.'),
  }),
  examples: [
    {
      title: 'a new client',
      send: { key: 'b5a1c7e2-0f3d-4c55' },
      reply: { resumed: false, holds: [], notifications: null },
    },
    { title: 'a key that is easy to guess', send: { key: 'ada' }, fault: 'Invalid' },
  ],
  handle: ({ world, caller }, { key, keep_ms }) => {
    const kept = keptClientsOf(world);
    const former = kept.find(key);
    const client = former ?? caller;
    if (former && former !== caller) {
      former.notify(serverResumed.name, {});
      former.moveTo(caller);
    }
    kept.keep(client, key, keep_ms);
    const held = world.sessions.all().filter(({ inputLock }) => inputLock.holder?.owner === client);
    return {
      resumed: client !== caller,
      holds: held.map(({ id }) => id),
      notifications: subscriptionByClient.get(client)?.filter ?? null,
    };
  },
});

/** Clients with a key. A client without a connection is closed after its time. */
class KeptClients {
  readonly #world: Core;
  readonly #clients = new Map<string, Caller>();
  readonly #keys = new Map<Caller, { readonly key: string; keepMs: number }>();
  readonly #timers = new Map<Caller, Disposable>();

  constructor(world: Core) {
    this.#world = world;
    world.register({ dispose: () => disposeAll(this.#timers.values()) });
  }

  find(key: string): Caller | undefined {
    return this.#clients.get(key);
  }

  /** Keeps the client from now on, under this key only. */
  keep(client: Caller, key: string, keepMs: number): void {
    this.#stopTimer(client);
    const known = this.#keys.get(client);
    if (!known && this.#keys.size >= limits.keptClients)
      raise(fault.Busy({ reason: 'busy', limit: 'keptClients', max: limits.keptClients }));
    if (known) this.#clients.delete(known.key);
    this.#clients.set(key, client);
    this.#keys.set(client, { key, keepMs });
    client.kept = true;
    if (known) return;
    client.onDisconnected(() => this.#expire(client));
    client.onClosed(() => {
      this.#stopTimer(client);
      this.#clients.delete(this.#keys.get(client)!.key);
      this.#keys.delete(client);
    });
  }

  #stopTimer(client: Caller): void {
    this.#timers.get(client)?.dispose();
    this.#timers.delete(client);
  }

  #expire(client: Caller): void {
    if (!client.kept) return;
    const { clock } = this.#world;
    this.#timers.set(
      client,
      clock.after(this.#keys.get(client)!.keepMs, () => client.release()),
    );
  }
}

const keptClients = new WeakMap<Core, KeptClients>();

function keptClientsOf(world: Core): KeptClients {
  const kept = keptClients.get(world) ?? new KeptClients(world);
  keptClients.set(world, kept);
  return kept;
}

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
