/** Reads from brokers: from a cluster after one of them was stopped, and few or many keys from one. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { Broker } from '#fleet/broker.ts';
import { limits } from '#limits.ts';
import { Cluster } from './cluster.ts';
import { natsServer, startBroker } from './nats.ts';

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

it.skipIf(!natsServer)(
  'reads few keys one by one, and more than the limit through a consumer (needs nats-server)',
  async () => {
    const { url, close } = await startBroker();
    onTestFinished(close);
    const broker = await Broker.connect({ url, name: 'host.observer' });
    onTestFinished(() => broker.close());
    const list = vi.spyOn(broker, 'list');
    const deleteKeys = async (from: number, to: number) => {
      const keys = Array.from({ length: to - from }, (_, at) => `session.h1.s${from + at}`);
      await Promise.all(keys.map((key) => broker.put(key, { key })));
      await Promise.all(keys.map((key) => broker.delete(key)));
    };
    await broker.put('session.h1.open', { at: 1 });
    await deleteKeys(0, limits.fleetSubset - 1);
    expect(await broker.listSubset('session.h1.*')).toMatchObject([{ value: { at: 1 } }]);
    expect(list).not.toHaveBeenCalled();
    await deleteKeys(limits.fleetSubset - 1, limits.fleetSubset);
    expect(await broker.listSubset('session.h1.*')).toMatchObject([{ value: { at: 1 } }]);
    expect(list).toHaveBeenCalledOnce();
  },
);
