/** Reads from a cluster of brokers after one of them was stopped. */
import { expect, it, onTestFinished } from 'vitest';
import { Broker } from '#fleet/broker.ts';
import { Cluster } from './cluster.ts';
import { natsServer } from './nats.ts';

const numbers = Array.from({ length: 500 }, (_, at) => at);
const padding = 'x'.repeat(2000);

it.skipIf(!natsServer)(
  'lists all records while a restarted broker still lags (needs nats-server)',
  async () => {
    const cluster = await Cluster.start();
    onTestFinished(() => cluster.close());
    const first = await Broker.connect({ url: cluster.url, name: 'host.observer' });
    const leader = await cluster.leaderOf('KV_ptywright');
    const subscriber = (leader + 1) % 3;
    await first.close();
    const url = `nats://127.0.0.1:${cluster.clientPorts[leader]}`;
    const broker = await Broker.connect({ url, name: 'host.observer' });
    await cluster.kill(subscriber);
    await Promise.all(numbers.map((at) => broker.put(`session.h1.s${at}`, { at, padding })));
    await broker.put('session.h1.deleted', { at: -1 });
    await broker.delete('session.h1.deleted');
    await broker.put('session.h10.s1', { at: -1 });
    await cluster.startNode(subscriber);
    for (let reading = 0; reading < 30; reading++) {
      const filter = 'session.h1.*';
      for (const entries of [await broker.list(filter), await broker.listSubset(filter)])
        expect(entries.map(({ value }) => (value as { at: number }).at)).toEqual(numbers);
    }
    await broker.close();
  },
);
