/** Calls through a gateway against the same calls to a server, over standard streams on one machine. */
import type { Bench } from '../bench.ts';
import { clear, echoing, type KeySender } from '../echoing.ts';
import {
  brokerRoundTrips,
  type FleetBroker,
  hostNames,
  startBroker,
  startGateway,
  startHost,
} from '../ours/fleet.ts';
import { connectStdio, type RpcClient, serveOn } from '../ours/rpcClient.ts';
import { atMost, type Contender, type Row, reported } from '../row.ts';
import { quantile } from '../statistics.ts';
import { pressKeys } from '../typing.ts';

const program = { program: echoing.program, args: echoing.args, rows: 24, cols: 80 };
const typing = { warmup: 100, presses: 1000 };
const creations = 40;

/** `session.act` uses one host, and `session.create` eight. */
const fleetOf = (bench: Bench, hosts: number): Promise<FleetBroker> =>
  bench.once(`fleet of ${hosts}`, async () => {
    const broker = await startBroker(bench);
    await Promise.all(hostNames(hosts).map((name) => startHost(bench, broker, name)));
    return broker;
  });

async function createSender(client: RpcClient): Promise<KeySender> {
  const { session } = await client.call('session.create', program);
  await client.call('session.wait', { session, matcher: { type: 'contains_text', value: '.' } });
  const act = (text: string, visible: string) =>
    client.call('session.act', {
      session,
      actions: [{ type: 'text', value: text }],
      matcher: { type: 'contains_text', value: visible },
    });
  return { press: (key) => act(key, key), clear: () => act(`${clear}!`, '!') };
}

/** Microseconds of one call that creates a session. */
async function created(client: RpcClient): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at < creations; at++) {
    const start = process.hrtime.bigint();
    const { session } = await client.call('session.create', { program: 'cat' });
    took.push(Number(process.hrtime.bigint() - start) / 1000);
    await client.call('session.close', { session });
  }
  return quantile(took, 0.5);
}

/** Measures the median of one call in each round, after every host has had as many calls as a server alone. */
type Measure = (client: RpcClient, hosts: number) => Promise<() => Promise<number>>;

const acts: Measure = async (client) => {
  const person = await createSender(client);
  await pressKeys(person, typing);
  return async () => (await pressKeys(person, typing)).p50;
};

const creates: Measure = async (client, hosts) => {
  for (let host = 0; host < hosts; host++) await created(client);
  return () => created(client);
};

const throughGateway = (name: string, hosts: number, measure: Measure): Contender => ({
  name: `gateway, ${name}`,
  needs: ['nats-server'],
  open: async (bench) => {
    const { client, close } = await startGateway(bench, await fleetOf(bench, hosts));
    const round = await measure(client, hosts);
    return { round: async () => ({ p50: await round() }), close };
  },
});

const direct = (name: string, hosts: number, measure: Measure): Contender => ({
  name: `ptywright, ${name}`,
  needs: ['nats-server'],
  open: async (bench) => {
    const { child, close } = await serveOn(bench, 'ptywright+stdio:');
    const broker = await brokerRoundTrips(await fleetOf(bench, hosts), typing.presses);
    const round = await measure(connectStdio(child), 1);
    return {
      round: async () => {
        const [p50, roundTrip] = [await round(), await broker.round()];
        return { p50, roundTrip, sum: p50 + roundTrip };
      },
      close: async () => {
        await broker.close();
        await close();
      },
    };
  },
});

function row(name: string, what: string, method: string, hosts: number, measure: Measure): Row {
  const [ours, theirs] = [throughGateway(method, hosts, measure), direct(method, hosts, measure)];
  const figure = { of: ours.name, figure: 'p50' };
  const against = (figure: string) => ({ of: theirs.name, figure });
  const shared = { unit: 'us', ours: figure };
  return {
    ...{ name, what, rounds: 9, contenders: [ours, theirs] },
    comparisons: [
      { ...shared, what: 'p50, with the round trip of the broker', theirs: against('sum'), limit: atMost(2) },
      { ...shared, what: 'p50', theirs: against('p50'), limit: reported },
      {
        ...shared,
        what: 'the broker alone',
        ours: against('roundTrip'),
        theirs: against('p50'),
        limit: reported,
      },
    ],
  };
}

export const fleet: readonly Row[] = [
  row(
    'fleet-act',
    'a key and its echo in one call: through a gateway and a broker against a server',
    'session.act',
    1,
    acts,
  ),
  row(
    'fleet-create',
    'a session that is placed on one of eight hosts, against a session of a server',
    'session.create',
    8,
    creates,
  ),
];
