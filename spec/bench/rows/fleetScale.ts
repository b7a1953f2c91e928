/** The cost of idle sessions, of more hosts, and of kept transcripts. */
import type { Bench } from '../bench.ts';
import { corpus } from '../corpora.ts';
import { type FleetBroker, hostNames, startBroker, startGateway, startHost } from '../ours/fleet.ts';
import type { RpcClient } from '../ours/rpcClient.ts';
import { cpuOf, megabytesOf } from '../process.ts';
import { type Contender, figureAtMost, type Row, reported, reportedFigure } from '../row.ts';

const idleSessions = 1000;
const idleMs = 20_000;

/** Creates sessions with 20 calls at a time. */
async function createMany(client: RpcClient, count: number, params: object): Promise<readonly string[]> {
  const sessions: string[] = [];
  let left = count;
  const createNext = async (): Promise<void> => {
    while (left-- > 0) sessions.push((await client.call('session.create', params)).session as string);
  };
  await Promise.all(Array.from({ length: 20 }, createNext));
  return sessions;
}

const subscribe = (client: RpcClient) =>
  client.call('server.set_notifications', { enabled: true, lifecycle: true });

async function messagesPerSecond(bench: Bench, broker: FleetBroker): Promise<number> {
  const [before, start] = [await broker.received(), bench.clock.now()];
  await bench.span(idleMs);
  return (((await broker.received()) - before) * 1000) / (bench.clock.now() - start);
}

const idling: Contender = {
  name: 'a host',
  needs: ['nats-server'],
  open: async (bench) => {
    const broker = await startBroker(bench);
    const host = await startHost(bench, broker, 'h1');
    const gateway = await startGateway(bench, broker);
    await subscribe(gateway.client);
    await createMany(gateway.client, idleSessions, { program: 'cat' });
    return {
      round: async () => ({ messages: await messagesPerSecond(bench, broker) }),
      close: async () => {
        await gateway.close();
        await host.close();
      },
    };
  },
};

export const fleetIdle: Row = {
  name: 'fleet-idle',
  what: `${idleSessions} idle sessions of one host, with a gateway and a subscribed client`,
  rounds: 1,
  contenders: [idling],
  comparisons: [
    {
      what: 'messages to the broker',
      unit: '/s',
      ours: { of: idling.name, figure: 'messages' },
      limit: figureAtMost(10),
    },
  ],
};

const clients = 32;
const actsOfClient = 100;

/** Clients that act at the same time, each on its session, on this many hosts. */
const growing = (hosts: number): Contender => ({
  name: hosts === 1 ? '1 host' : `${hosts} hosts`,
  needs: ['nats-server'],
  open: async (bench) => {
    const broker = await startBroker(bench);
    const running = await Promise.all(hostNames(hosts).map((name) => startHost(bench, broker, name)));
    const gateway = await startGateway(bench, broker);
    await subscribe(gateway.client);
    const sessions = await createMany(gateway.client, clients, { program: 'cat' });
    const act = async (session: string) => {
      for (let at = 0; at < actsOfClient; at++)
        await gateway.client.call('session.act', {
          session,
          actions: [{ type: 'text', value: `${at}\n` }],
          matcher: { type: 'contains_text', value: `${at}` },
        });
    };
    return {
      round: async () => {
        const start = bench.clock.now();
        await Promise.all(sessions.map(act));
        const rate = (clients * actsOfClient * 1000) / (bench.clock.now() - start);
        return { rate, memory: megabytesOf(gateway.child.pid!) };
      },
      close: async () => {
        await gateway.close();
        for (const host of running) await host.close();
      },
    };
  },
});

const few = growing(1);
const many = growing(8);

export const fleetGrowth: Row = {
  name: 'fleet-growth',
  what: `${clients} clients that act at the same time, with eight hosts against one, all on this machine`,
  rounds: 5,
  contenders: [few, growing(2), growing(4), many],
  comparisons: ['rate', 'memory'].map((figure) => ({
    what: figure === 'rate' ? 'acts' : 'memory of the gateway',
    unit: figure === 'rate' ? '/s' : 'MB',
    ours: { of: many.name, figure },
    theirs: { of: few.name, figure },
    limit: reported,
  })),
};

/** Milliseconds of CPU time of a host per MB of output. */
const printing = (name: string, options: readonly string[]): Contender => ({
  name,
  needs: ['nats-server'],
  open: async (bench) => {
    const { file, bytes } = await corpus('plain', bench);
    const broker = await startBroker(bench);
    const host = await startHost(bench, broker, 'h1', options);
    const gateway = await startGateway(bench, broker);
    const print = async () => {
      const { session } = await gateway.client.call('session.create', {
        program: 'sh',
        args: ['-c', `for n in 1 2 3 4 5 6 7 8 9 10; do cat ${file}; done`],
      });
      await gateway.client.call('session.wait', {
        session,
        matcher: { type: 'process_exited' },
        timeout_ms: 120_000,
        evidence: 'none',
      });
      await gateway.client.call('session.close', { session });
    };
    await print();
    return {
      round: async () => {
        const before = cpuOf(host.child.pid!);
        await print();
        return { cpu: (cpuOf(host.child.pid!) - before) / ((10 * bytes.length) / 1e6) };
      },
      close: async () => {
        await gateway.close();
        await host.close();
      },
    };
  },
});

const keeping = printing('transcripts kept', []);
const dropping = printing('--no-keep', ['--no-keep']);

export const fleetKeep: Row = {
  name: 'fleet-keep',
  what: 'CPU of a host for output, with and without sending its transcript to be kept',
  rounds: 5,
  contenders: [keeping, dropping],
  comparisons: [
    {
      what: 'for a MB',
      unit: 'ms',
      ours: { of: keeping.name, figure: 'cpu' },
      theirs: { of: dropping.name, figure: 'cpu' },
      limit: reported,
    },
    { what: 'for a MB', unit: 'ms', ours: { of: keeping.name, figure: 'cpu' }, limit: reportedFigure },
  ],
};
