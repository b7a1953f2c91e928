/**
 * Every declared example of every native method, through a gateway and directly, and many clients at once. A soak has
 * 8 hosts with 100 sessions each, 2 gateways and 50 clients.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#client/index.ts';
import { methods } from '#dialects/ptywright/dialect.ts';
import type { AnyMethod, MethodExample } from '#rpc/method.ts';
import type { NotingClient } from '../harness/connection.ts';
import { pluginPath, program } from '../harness/programs.ts';
import { runInProcess } from '../harness/server.ts';
import { times } from '../soak/scale.ts';
import { joinAs, type Member, natsServer, type RunningBroker, startBroker } from './nats.ts';

/** Examples whose replies describe the fleet, which the other server does not have. */
const ofFleet: readonly string[] = ['a server without a fleet', 'an unknown host'];

const examples = (methods as readonly AnyMethod<never>[]).flatMap(({ name, examples }) =>
  examples.filter(({ title }) => !ofFleet.includes(title)).map((example) => ({ method: name, example })),
);

const hostNames = Array.from({ length: times(1, 8) }, (_, at) => `h${at + 1}`);
const gatewayCount = times(1, 2);
const sessionCount = hostNames.length * times(10, 100);
const clientCount = times(5, 50);

describe.skipIf(!natsServer)('through a gateway (needs nats-server)', () => {
  let broker: RunningBroker;
  let hosts: readonly Member[];
  let gateways: readonly Member[];
  const direct = runInProcess('ndjson', { allowPluginLoad: true });
  beforeAll(async () => {
    direct.server.world.plugins.load(pluginPath('echo'));
    broker = await startBroker();
    hosts = await Promise.all(hostNames.map((name) => joinAs(broker.url, name)));
    gateways = await Promise.all(Array.from({ length: gatewayCount }, () => joinAs(broker.url)));
  });
  afterAll(async () => {
    for (const one of [...gateways, ...hosts, direct]) await one.close();
    await broker.close();
  });

  for (const [at, { method, example }] of examples.entries())
    it(`${method}: ${example.title}`, async () => {
      const [expected, got] = await Promise.all(
        [direct.client, gateways[at % gatewayCount]!.client].map((client) =>
          outcome(client, method, example),
        ),
      );
      expect(got).toEqual(expected);
    });

  it(`${clientCount} clients use ${sessionCount} sessions on ${hostNames.length} hosts`, async () => {
    const each = sessionCount / clientCount;
    const clients = Array.from({ length: clientCount }, (_, at) => gateways[at % gatewayCount]!.connect());
    const used = await Promise.all(clients.map((client) => useSessions(client, each)));
    const sessions = used.flat().sort();
    expect(new Set(sessions).size).toBe(sessionCount);
    for (const { client } of gateways)
      expect((await client.calls.session.list({})).sessions.toSorted()).toEqual(sessions);
    for (const host of hostNames)
      expect(sessions.filter((session) => session.startsWith(`${host}/`)).length).toBeGreaterThan(
        sessionCount / hostNames.length / 2,
      );
    await Promise.all(
      clients.map(async (client, at) => {
        await Promise.all(used[at]!.map((session) => client.calls.session.close({ session })));
        await client.close();
      }),
    );
    expect(await gateways[0]!.client.calls.session.list({})).toEqual({ sessions: [] });
  });
});

/** Creates sessions, and writes three lines to each. Returns their ids. */
function useSessions({ calls }: NotingClient, count: number): Promise<readonly string[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { session } = await calls.session.create({ program: 'cat', tags: ['used'] });
      for (const line of ['one', 'two', session])
        await calls.session.act({
          session,
          actions: [{ type: 'text', value: `${line}\n` }],
          matcher: { type: 'screen_regex', value: `${line}\\n+${line}` },
        });
      return session;
    }),
  );
}

/** What a client gets, without numbers of ids and what else differs between two runs. */
async function outcome(
  client: NotingClient,
  method: string,
  { program: name, plugin, send }: MethodExample,
): Promise<unknown> {
  const { calls } = client;
  const adapter = plugin === undefined ? undefined : (await calls.adapter.start({ plugin })).adapter;
  let session: string | undefined;
  if (name !== undefined) {
    ({ session } = await calls.session.create(program(name)));
    await calls.session.wait({ session, matcher: { type: 'transcript_regex', value: '.' } });
  }
  const named = {
    ...(session !== undefined && method !== 'session.list' && { session }),
    ...(adapter !== undefined && method !== 'adapter.live' && { adapter }),
  };
  try {
    return masked({ result: await client.send(method, { ...send, ...named }) });
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return masked({ code: problem.code, data: problem.data });
  } finally {
    const { sessions } = await calls.session.list({});
    await Promise.all(sessions.map((one) => calls.session.close({ session: one })));
    await calls.server.close_page({});
    if (method === 'plugin.unload' && send.plugin === 'echo')
      await calls.plugin.load({ manifest_path: pluginPath('echo') });
  }
}

const masked = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, one: unknown) => {
    if (typeof one === 'string') return key === 'url' ? '#' : one.replace(/\b(?:h\d\/)?([ser])\d+\b/g, '$1#');
    return typeof one === 'number' && /(?:_ms|pid|since|sequence|bytes)$/.test(key) ? '#' : one;
  });
