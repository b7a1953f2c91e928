/** Every declared example of every native method, through a gateway and directly. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#client/index.ts';
import { methods } from '#dialects/ptywright/dialect.ts';
import type { AnyMethod, MethodExample } from '#rpc/method.ts';
import type { NotingClient } from '../harness/connection.ts';
import { pluginPath, program } from '../harness/programs.ts';
import { runInProcess } from '../harness/server.ts';
import { joinAs, type Member, natsServer, type RunningBroker, startBroker } from './nats.ts';

/** Examples whose replies describe the fleet, which the other server does not have. */
const ofFleet: readonly string[] = ['a server without a fleet', 'an unknown host'];

const examples = (methods as readonly AnyMethod<never>[]).flatMap(({ name, examples }) =>
  examples.filter(({ title }) => !ofFleet.includes(title)).map((example) => ({ method: name, example })),
);

describe.skipIf(!natsServer)('through a gateway (needs nats-server)', () => {
  let broker: RunningBroker;
  let host: Member;
  let gateway: Member;
  const direct = runInProcess('ndjson', { allowPluginLoad: true });
  beforeAll(async () => {
    direct.server.world.plugins.load(pluginPath('echo'));
    broker = await startBroker();
    host = await joinAs(broker.url, 'h1');
    gateway = await joinAs(broker.url);
  });
  afterAll(async () => {
    await gateway.close();
    await host.close();
    await direct.close();
    await broker.close();
  });

  for (const { method, example } of examples)
    it(`${method}: ${example.title}`, async () => {
      const [wanted, got] = await Promise.all(
        [direct.client, gateway.client].map((client) => outcome(client, method, example)),
      );
      expect(got).toEqual(wanted);
    });
});

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
    if (typeof one === 'string') return key === 'url' ? '#' : one.replace(/\b(?:h1\/)?([ser])\d+\b/g, '$1#');
    return typeof one === 'number' && /(?:_ms|pid|since|sequence|bytes)$/.test(key) ? '#' : one;
  });
