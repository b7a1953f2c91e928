/** A gateway of a fleet of 1,000 simulated hosts, over a real broker. */
import { once } from 'node:events';
import type { Bench } from '../bench.ts';
import { startBroker, startGateway } from '../ours/fleet.ts';
import { type RpcClient, startServer } from '../ours/rpcClient.ts';
import { programNamed } from '../places.ts';
import { cpuOf, megabytesOf } from '../process.ts';
import { type Contender, type Figures, figureAtMost, type Row, reportedFigure } from '../row.ts';
import { median } from '../statistics.ts';

const hosts = 1000;
const sessionsOfHost = 100;
const killed = 100;
const windowMs = 5000;

/** Milliseconds of the call. */
async function timed(bench: Bench, call: () => Promise<unknown>): Promise<number> {
  const start = bench.clock.now();
  await call();
  return bench.clock.now() - start;
}

async function medianOf(bench: Bench, count: number, call: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at < count; at++) took.push(await timed(bench, call));
  return median(took);
}

/** Resolves when this many sessions were reported as lost. */
const lostOf = (client: RpcClient, count: number): Promise<void> =>
  new Promise((resolve) => {
    let lost = 0;
    client.onNotification = (method) => {
      if (method === 'session.lost' && ++lost === count) resolve();
    };
  });

/** CPU time that the gateway uses for the reports of the hosts, in percent of one core. */
async function idleCpu(bench: Bench, pid: number): Promise<number> {
  const [before, start] = [cpuOf(pid), bench.clock.now()];
  await bench.span(windowMs);
  return ((cpuOf(pid) - before) * 100) / (bench.clock.now() - start);
}

const simulated: Contender = {
  name: `${hosts} hosts`,
  needs: ['nats-server'],
  open: async (bench) => {
    const broker = await startBroker(bench);
    const [, program] = programNamed('simulatedHosts') as [string, string];
    const simulation = await startServer(bench, [program, broker.url, `${hosts}`, `${sessionsOfHost}`]);
    const gateway = await startGateway(bench, broker);
    const { client } = gateway;
    const list = async () => {
      const { sessions } = await client.call('session.list', {});
      if ((sessions as unknown[]).length < hosts * sessionsOfHost) throw new Error('sessions are missing');
    };
    const create = () =>
      client.call('session.create', { program: 'cat', place: { labels: { region: 'eu' } } });
    const round = async (): Promise<Figures> => {
      const list1 = await timed(bench, list);
      const figures = {
        ...{ 'first list': list1, list: await medianOf(bench, 5, list) },
        place: await medianOf(bench, 100, create),
        cpu: await idleCpu(bench, gateway.child.pid!),
      };
      await client.call('server.set_notifications', { enabled: true, lifecycle: true });
      const before = (await client.call('session.list', {})).lost ?? [];
      const all = lostOf(client, killed * sessionsOfHost - (before as unknown[]).length);
      simulation.child.stdin!.write(`stop ${killed}\n`);
      const detect = await timed(bench, () => all);
      return { ...figures, detect, memory: megabytesOf(gateway.child.pid!) };
    };
    return {
      round,
      close: async () => {
        await gateway.close();
        const ended = once(simulation.child, 'exit');
        simulation.child.kill('SIGKILL');
        await ended;
      },
    };
  },
};

const figure = (what: string, name: string, unit: string, limit = reportedFigure) => ({
  ...{ what, unit, limit },
  ours: { of: simulated.name, figure: name },
});

export const fleetSimulation: Row = {
  name: 'fleet-simulation',
  what: `a gateway of ${hosts} simulated hosts with ${(hosts * sessionsOfHost).toLocaleString('en')} sessions`,
  rounds: 1,
  contenders: [simulated],
  comparisons: [
    figure('the first list of all sessions', 'first list', 'ms'),
    figure('a list of all sessions', 'list', 'ms'),
    figure('a placed session', 'place', 'ms'),
    figure(`${killed} hosts are reported lost`, 'detect', 'ms', figureAtMost(10_000)),
    figure('CPU of the gateway for reports', 'cpu', '%'),
    figure('memory of the gateway', 'memory', 'MB'),
  ],
};
