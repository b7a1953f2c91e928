/** Calls through a gateway against the same calls to a server, both on standard streams, on one machine. */
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
import { overStdio, type Speaker, serverAt } from '../ours/speaker.ts';
import { atMost, type Contender, type Row, written } from '../row.ts';
import { quantile } from '../statistics.ts';
import { typed } from '../typing.ts';

const program = { program: echoing.program, args: echoing.args, rows: 24, cols: 80 };
const typing = { warmup: 100, presses: 1000 };
const creations = 40;

/** One host for acts, and eight for creations. */
const fleetOf = (bench: Bench, hosts: number): Promise<FleetBroker> =>
  bench.once(`fleet of ${hosts}`, async () => {
    const broker = await startBroker(bench);
    await Promise.all(hostNames(hosts).map((name) => startHost(bench, broker, name)));
    return broker;
  });

async function createSender(speaker: Speaker): Promise<KeySender> {
  const { session } = await speaker.ask('session.create', program);
  await speaker.ask('session.wait', { session, matcher: { type: 'contains_text', value: '.' } });
  const act = (text: string, visible: string) =>
    speaker.ask('session.act', {
      session,
      actions: [{ type: 'text', value: text }],
      matcher: { type: 'contains_text', value: visible },
    });
  return { press: (key) => act(key, key), clear: () => act(`${clear}!`, '!') };
}

/** Microseconds of one call that creates a session. */
async function created(speaker: Speaker): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at < creations; at++) {
    const start = process.hrtime.bigint();
    const { session } = await speaker.ask('session.create', { program: 'cat' });
    took.push(Number(process.hrtime.bigint() - start) / 1000);
    await speaker.ask('session.close', { session });
  }
  return quantile(took, 0.5);
}

/** Measures the median of one call in each round, after every host has had as many calls as a server alone. */
type Measure = (speaker: Speaker, hosts: number) => Promise<() => Promise<number>>;

const acts: Measure = async (speaker) => {
  const person = await createSender(speaker);
  await typed(person, typing);
  return async () => (await typed(person, typing)).p50;
};

const creates: Measure = async (speaker, hosts) => {
  for (let host = 0; host < hosts; host++) await created(speaker);
  return () => created(speaker);
};

const throughGateway = (name: string, hosts: number, measure: Measure): Contender => ({
  name: `gateway, ${name}`,
  needs: ['nats-server'],
  open: async (bench) => {
    const { speaker, close } = await startGateway(bench, await fleetOf(bench, hosts));
    const round = await measure(speaker, hosts);
    return { round: async () => ({ p50: await round() }), close };
  },
});

const direct = (name: string, hosts: number, measure: Measure): Contender => ({
  name: `ptywright, ${name}`,
  needs: ['nats-server'],
  open: async (bench) => {
    const { child, close } = await serverAt(bench, 'ptywright+stdio:');
    const broker = await brokerRoundTrips(await fleetOf(bench, hosts), typing.presses);
    const round = await measure(overStdio(child), 1);
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
      { ...shared, what: 'p50, with the round trip of the broker', theirs: against('sum'), bar: atMost(2) },
      { ...shared, what: 'p50', theirs: against('p50'), bar: written },
      {
        ...shared,
        what: 'the broker alone',
        ours: against('roundTrip'),
        theirs: against('p50'),
        bar: written,
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
