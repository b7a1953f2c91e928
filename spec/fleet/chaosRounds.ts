/** The rounds of chaos: the faults that they inject, and the checks after each round. */
import { systemClock } from '#platform/clock.ts';
import { times } from '../soak/scale.ts';
import type { ChaosFleet } from './chaosFleet.ts';
import { type Ledger, recoveryMs } from './ledger.ts';
import { delay, startPulse, within } from './members.ts';
import { nextKept } from './nats.ts';

interface Round {
  readonly fleet: ChaosFleet;
  readonly ledgers: readonly Ledger[];
  /** A whole number below this one. */
  pick(count: number): number;
}

interface Kind {
  readonly name: string;
  /** How many of 100 rounds of a soak. */
  readonly share: number;
  readonly soakOnly?: true;
  /** Whether a gateway may take a living host for lost. */
  readonly mayLose?: true;
  /** Resolves, with what was measured, when everything runs and is connected again. */
  run(round: Round): Promise<string>;
}

/** Sessions of a dead host are reported lost within this time. */
const lostMs = 10_000;

/** The host starts again at once or later, with a clock that is wrong by this much. */
const killHost =
  (skewOf: (pick: Round['pick']) => number) =>
  async ({ fleet, ledgers, pick }: Round): Promise<string> => {
    const at = pick(fleet.hosts.length);
    const host = fleet.hosts[at]!;
    const { session } = ledgers[at]!;
    const kept = await within(recoveryMs, `${session} is kept`, nextKept(fleet.observer, session));
    const skewMs = skewOf(pick);
    const atOnce = pick(2) === 0;
    const began = systemClock.now();
    await host.kill();
    if (atOnce) await host.start(skewMs);
    const reported = fleet.views.map((view) =>
      within(lostMs, `${session} is reported lost`, view.lost(session)),
    );
    const times = (await Promise.all(reported)).map((time) => Math.round(time - began));
    if (!atOnce) await host.start(skewMs);
    await startPulse(host);
    await ledgers[at]!.checkLost(kept);
    const skew = skewMs === 0 ? '' : `, ${skewMs / 60_000} minutes off`;
    return `${host.name}, started ${atOnce ? 'at once' : 'later'}${skew}, lost after ${times} ms`;
  };

async function killGateway({ fleet, pick }: Round): Promise<string> {
  const at = pick(fleet.gateways.length);
  await fleet.gateways[at]!.kill();
  await fleet.gateways[at]!.start();
  await fleet.watch(at);
  return fleet.gateways[at]!.name;
}

async function killNode({ fleet, pick }: Round): Promise<string> {
  const node = pick(3);
  await fleet.cluster.kill(node);
  await fleet.recovered();
  await fleet.cluster.startNode(node);
  return `n${node}`;
}

/** Cuts the network of a member, or of a broker, which is stopped instead. */
const part =
  (ms: number) =>
  async ({ fleet, pick }: Round): Promise<string> => {
    const members = [...fleet.hosts, ...fleet.gateways];
    const at = pick(members.length + 3);
    const member = members[at];
    if (!member) {
      const node = at - members.length;
      fleet.cluster.freeze(node);
      await delay(ms);
      fleet.cluster.thaw(node);
      return `n${node}`;
    }
    member.wire.cut();
    await delay(ms);
    member.wire.heal();
    return member.name;
  };

async function freeze({ fleet, pick }: Round): Promise<string> {
  const members = [...fleet.hosts, ...fleet.gateways];
  const member = members[pick(members.length)]!;
  member.signal('SIGSTOP');
  await delay(5000);
  member.signal('SIGCONT');
  return member.name;
}

const flood = { program: 'sh', args: ['-c', 'read start; yes 0123456789abcdef | head -c 4000000'] };

/** A gateway whose clients want much output does not read, so the broker disconnects it. */
async function slowConsumer({ fleet, pick }: Round): Promise<string> {
  const gateway = fleet.gateways[pick(fleet.gateways.length)]!;
  const host = fleet.hosts[pick(fleet.hosts.length)]!;
  const { calls } = host.client;
  const { session } = await calls.session.create(flood);
  const clients = await Promise.all(Array.from({ length: 16 }, () => gateway.connect()));
  const exited = clients.map((client) => new Promise((resolve) => client.on('session.exited', resolve)));
  await Promise.all(
    clients.map((client) => client.calls.server.set_notifications({ enabled: true, sessions: [session] })),
  );
  const disconnected = fleet.cluster.disconnectsSlow();
  gateway.wire.cut();
  await calls.session.input({ session, action: { type: 'key', value: 'enter' } });
  await within(recoveryMs, 'the broker disconnects the gateway', disconnected);
  gateway.wire.heal();
  await within(recoveryMs, 'subscribers learn the end of a flood', Promise.all(exited));
  await Promise.all(clients.map((client) => client.close()));
  await calls.session.close({ session });
  return gateway.name;
}

async function fillStreams({ fleet, pick }: Round): Promise<string> {
  const filled = await fleet.cluster.fill();
  const { client } = fleet.views[pick(fleet.views.length)]!;
  const { session } = await client.calls.session.create({ program: 'cat' });
  await fleet.cluster.release();
  await client.calls.session.close({ session });
  return `${filled} MB`;
}

/** Clients at once. Two waves warm the processes up, and two are measured. */
const waveSize = times(60, 250);
/** How much a process may hold more after two waves than before. Its heap grows a little before it is collected. */
const stormMb = 40;

async function storm({ fleet, ledgers }: Round): Promise<string> {
  const wave = () =>
    Promise.all(
      Array.from({ length: waveSize }, async (_, at) => {
        const client = await fleet.gateways[at % fleet.gateways.length]!.connect();
        const { session } = ledgers[at % ledgers.length]!;
        await client.calls.server.set_notifications({ enabled: true, sessions: [session], lifecycle: true });
        await client.calls.session.info({ session });
        await client.close();
      }),
    );
  await wave();
  await wave();
  const before = fleet.memory();
  const began = systemClock.now();
  await wave();
  await wave();
  const ms = Math.round(systemClock.now() - began);
  const grown = fleet.memory().map((mb, at) => mb - before[at]!);
  if (grown.some((mb) => mb > stormMb)) throw new Error(`the processes grew by ${grown} MB`);
  return `${2 * waveSize} clients in ${ms} ms, processes grew by ${grown} MB`;
}

export const kinds: readonly Kind[] = [
  // The round with a skewed clock kills a host, too.
  { name: 'a host is killed', share: 18, soakOnly: true, run: killHost(() => 0) },
  { name: 'a gateway is killed', share: 14, run: killGateway },
  { name: 'a broker is killed', share: 14, run: killNode },
  { name: 'a partition of 5 s', share: 16, mayLose: true, run: part(5000) },
  { name: 'a partition of 60 s', share: 5, mayLose: true, soakOnly: true, run: part(60_000) },
  { name: 'a process is stopped for 5 s', share: 10, mayLose: true, soakOnly: true, run: freeze },
  { name: 'a skewed clock', share: 8, run: killHost((pick) => (pick(20) - 10 || 10) * 60_000) },
  { name: 'a slow consumer', share: 5, run: slowConsumer },
  { name: 'a full JetStream', share: 5, run: fillStreams },
  { name: 'a storm of reconnects', share: 5, run: storm },
];

/** Chooses by the shares of the kinds. */
export function chooseKind(random: () => number): Kind {
  let left = random() * kinds.reduce((sum, { share }) => sum + share, 0);
  return kinds.find(({ share }) => {
    left -= share;
    return left < 0;
  })!;
}

/** Plays one round and checks it. Returns a line about it. */
export async function playRound(
  fleet: ChaosFleet,
  number: number,
  kind: Kind,
  random: () => number,
): Promise<string> {
  const began = systemClock.now();
  try {
    const measured = await playAndCheck(fleet, number, kind, random);
    const seconds = ((systemClock.now() - began) / 1000).toFixed(1);
    return `round ${number}, ${kind.name}: ${measured}; ${seconds} s`;
  } catch (problem) {
    throw new Error(`round ${number}, ${kind.name}: ${(problem as Error).message}`, { cause: problem });
  }
}

async function playAndCheck(
  fleet: ChaosFleet,
  number: number,
  { mayLose, run }: Kind,
  random: () => number,
): Promise<string> {
  const ledgers = await fleet.openLedgers(number);
  const writing = Promise.all(ledgers.map((ledger) => ledger.write()));
  const failed = new Promise<never>((_, reject) => {
    writing.catch(reject);
  });
  const pick = (count: number) => Math.floor(random() * count);
  const measured = await Promise.race([run({ fleet, ledgers, pick }), failed]);
  for (const ledger of ledgers) ledger.stop();
  await within(recoveryMs, 'pending input is answered', writing);
  await fleet.recovered();
  const alive = ledgers.filter((ledger) => ledger.alive);
  for (const ledger of alive) await ledger.check();
  await fleet.checkLists(ledgers);
  for (const { session } of alive)
    if (!mayLose && fleet.views.some((view) => view.isReportedLost(session)))
      throw new Error(`${session} was reported lost, and its host runs`);
  await Promise.all(ledgers.map((ledger) => ledger.close()));
  return `${measured}; ${await fleet.checkFigures()}`;
}
