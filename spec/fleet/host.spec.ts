/** A host after its connection to the broker was interrupted. */
import { expect, it } from 'vitest';
import { Broker } from '#fleet/broker.ts';
import { sessionKey } from '#fleet/subjects.ts';
import { Wire } from './cluster.ts';
import { joinAs, natsServer, startBroker } from './nats.ts';

it.skipIf(!natsServer)(
  'a host ends if its name was taken while it was cut off (needs nats-server)',
  async () => {
    const broker = await startBroker();
    const wire = await Wire.to([Number(new URL(broker.url).port)]);
    const cutOff = await joinAs(wire.url, 'h1');
    const gateway = await joinAs(broker.url);
    const { calls } = gateway.client;
    const { session: lost } = await calls.session.create({ program: 'cat', name: 'build' });
    await calls.server.set_notifications({ enabled: true, lifecycle: true });
    const reported = new Promise((resolve) => gateway.client.on('session.lost', resolve));
    wire.sever();
    const newer = await joinAs(broker.url, 'h1');
    expect(await reported).toEqual({ session: lost, host: 'h1' });
    const { session } = await calls.session.create({ program: 'cat', name: 'build' });
    wire.heal();
    await cutOff.replaced;
    await cutOff.close();
    expect(await calls.session.list({})).toEqual({ sessions: [session], lost: [lost] });
    expect((await calls.session.info({ session: 'build' })).session).toBe(session);
    const { hosts } = await calls.fleet.hosts();
    expect(hosts).toMatchObject([{ host: 'h1', reachable: true }]);
    for (const one of [gateway, newer, wire, broker]) await one.close();
  },
);

it.skipIf(!natsServer)(
  'a host that was cut off writes its records when it is back (needs nats-server)',
  async () => {
    const broker = await startBroker();
    const wire = await Wire.to([Number(new URL(broker.url).port)]);
    const lines: string[] = [];
    let readMessages = () => {};
    const log = (line: string) => {
      lines.push(line);
      readMessages();
    };
    const until = (line: string) =>
      new Promise<void>((resolve) => {
        readMessages = () => lines.includes(line) && resolve();
        readMessages();
      });
    const host = await joinAs(wire.url, 'h1', { log });
    const observer = await Broker.connect({ url: broker.url, name: 'host.observer' });
    const { calls } = host.client;
    const { session: closed } = await calls.session.create({ program: 'cat', name: 'build' });
    expect(await observer.get(sessionKey(closed))).toMatchObject({ value: { session: closed } });
    const freed = new Promise<void>((resolve) => {
      observer.watch('name.build', (_, value) => value === undefined && resolve());
    });
    wire.sever();
    await until('the connection to the broker of the fleet is lost');
    await calls.session.close({ session: closed });
    const { session } = await calls.session.create({ program: 'cat' });
    const recorded = new Promise<void>((resolve) => {
      observer.watch(sessionKey(session), () => resolve());
    });
    await observer.flush();
    wire.heal();
    await Promise.all([until('the connection to the broker of the fleet is back'), freed, recorded]);
    expect((await observer.get(sessionKey(closed)))?.value).toBeUndefined();
    for (const one of [observer, host, wire, broker]) await one.close();
  },
);
