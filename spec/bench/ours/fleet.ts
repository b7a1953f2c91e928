/** A broker, and the members of a fleet, each in a separate process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Broker } from '#fleet/broker.ts';
import type { Bench } from '../bench.ts';
import { serverProgram } from '../places.ts';
import { quantile } from '../statistics.ts';
import { connectStdio, type RpcClient, type RunningServer, serveOn, startServer } from './rpcClient.ts';

export interface FleetBroker {
  readonly url: string;
  readonly pid: number;
  /** Returns the number of messages from clients since the start of the broker. */
  received(): Promise<number>;
}

export async function startBroker(bench: Bench): Promise<FleetBroker> {
  const args = ['-js', '-sd', bench.path('nats'), '-a', '127.0.0.1', '-p', '-1', '-m', '-1'];
  const broker = spawn('nats-server', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(broker, 'exit');
  bench.owns(async () => {
    broker.kill('SIGKILL');
    await ended;
  });
  const [port, monitor] = await new Promise<readonly string[]>((resolve) => {
    let text = '';
    broker.stderr.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const ports = [/client connections on \S+:(\d+)/, /http monitor on \S+:(\d+)/].map(
        (said) => said.exec(text)?.[1],
      );
      if (text.includes('Server is ready')) resolve(ports as string[]);
    });
  });
  return {
    url: `nats://127.0.0.1:${port}`,
    pid: broker.pid!,
    received: async () => {
      const reply = await fetch(`http://127.0.0.1:${monitor}/varz`);
      return ((await reply.json()) as { in_msgs: number }).in_msgs;
    },
  };
}

/** Returns the process of the host. */
export const startHost = (
  bench: Bench,
  { url }: FleetBroker,
  name: string,
  options: readonly string[] = [],
): Promise<RunningServer> =>
  startServer(bench, [
    serverProgram,
    'serve',
    '--fleet',
    url,
    '--host',
    name,
    ...options,
    '--socket',
    bench.path('sock'),
  ]);

export const hostNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `h${at + 1}`);

interface Gateway extends RunningServer {
  readonly client: RpcClient;
}

export async function startGateway(bench: Bench, { url }: FleetBroker): Promise<Gateway> {
  const gateway = await serveOn(bench, 'ptywright+stdio:', ['--fleet', url, '--gateway']);
  return { ...gateway, client: connectStdio(gateway.child) };
}

/** Microseconds of a request and its reply between two connections to the broker. */
export async function brokerRoundTrips(
  { url }: FleetBroker,
  count: number,
): Promise<{ round(): Promise<number>; close(): Promise<void> }> {
  const [asker, answerer] = await Promise.all(
    ['asker', 'answerer'].map((name) => Broker.connect({ url, name: `gateway.${name}` })),
  );
  answerer!.subscribe('bench', ({ reply }) => answerer!.publish(reply!, '{}'));
  await answerer!.flush();
  return {
    round: async () => {
      const took: number[] = [];
      for (let at = 0; at < count; at++) {
        const start = process.hrtime.bigint();
        await asker!.ask('bench', 1000);
        took.push(Number(process.hrtime.bigint() - start) / 1000);
      }
      return quantile(took, 0.5);
    },
    close: async () => {
      await Promise.all([asker!.close(), answerer!.close()]);
    },
  };
}
