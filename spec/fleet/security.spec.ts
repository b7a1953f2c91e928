/** The permissions of docs/deploy/nats-fleet.conf, and what a host refuses however a gateway is configured. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Broker } from '#fleet/broker.ts';
import { gatewaySubject, linkSubject, pingSubject, rpcSubject } from '#fleet/subjects.ts';
import { limits } from '#limits.ts';
import { permissionNames } from '#permissions.ts';
import { readRoot } from '../house/source.ts';
import { faultOf } from '../session/driven.ts';
import { joinAs, natsServer, type RunningBroker, startBroker } from './nats.ts';

const passwords = { GATEWAY_PASSWORD: 'gateway-secret', H1_PASSWORD: 'h1-secret', H2_PASSWORD: 'h2-secret' };
/** Without comments, because the configuration is given in one piece with that of the spec. */
const template = Object.entries(passwords).reduce(
  (text, [name, password]) => text.replace(`$${name}`, `"${password}"`),
  readRoot('docs/deploy/nats-fleet.conf'),
);

describe.skipIf(!natsServer)('with the published permissions (needs nats-server)', () => {
  let broker: RunningBroker;
  const as = (user: string) => broker.url.replace('//', `//${user}:${user}-secret@`);
  beforeAll(async () => {
    broker = await startBroker(template);
  });
  afterAll(() => broker.close());

  it('hosts and gateways work', async () => {
    const hosts = await Promise.all([joinAs(as('h1'), 'h1'), joinAs(as('h2'), 'h2')]);
    const gateway = await joinAs(as('gateway'));
    const { calls } = gateway.client;
    const { session } = await calls.session.create({ program: 'cat', name: 'n', place: { host: 'h1' } });
    expect(session).toBe('h1/s1');
    expect((await calls.session.info({ session: 'n' })).session).toBe(session);
    await faultOf(calls.session.create({ program: 'cat', name: 'n', place: { host: 'h2' } }), 'Invalid');
    expect(gateway.open).toBe(false);
    for (const one of [gateway, ...hosts]) await one.close();
  });

  it('a host with the name of another is refused', async () => {
    await expect(joinAs(as('h2'), 'h1')).rejects.toThrow();
  });

  it('a host cannot impersonate other hosts, nor read calls to them', async () => {
    const gateway = await Broker.connect({ url: as('gateway'), name: 'gateway.g' });
    const thief = await Broker.connect({ url: as('h2'), name: 'host.h2' });
    const link = (host: string) => linkSubject({ gateway: 'g', host, link: 'l' });
    const received: string[] = [];
    try {
      thief.subscribe(rpcSubject('h1'), ({ subject }) => received.push(subject));
      const arrived = new Promise<void>((resolve) => {
        gateway.subscribe(gatewaySubject('g'), ({ subject }) => {
          received.push(subject);
          resolve();
        });
      });
      await Promise.all([thief.flush(), gateway.flush()]);
      gateway.publish(rpcSubject('h1'), 'call');
      await gateway.flush();
      for (const host of ['h1', 'h2']) thief.publish(link(host), 'reply');
      await arrived;
      expect(received).toEqual([link('h2')]);
    } finally {
      for (const one of [thief, gateway]) await one.close();
    }
  });

  it('a host cannot make another write for it', async () => {
    const host = await joinAs(as('h1'), 'h1');
    const thief = await Broker.connect({ url: as('h2'), name: 'host.h2' });
    try {
      thief.publish(pingSubject('h1'), '', '$KV.ptywright.session.h1.s9');
      expect(await thief.ask(pingSubject('h1'), limits.hostAnswerMs)).toMatchObject({ host: 'h1' });
      expect(await thief.get('session.h1.s9')).toBeUndefined();
    } finally {
      await thief.close();
      await host.close();
    }
  });

  it('a host stores its recordings, not those of other hosts', async () => {
    const thief = await Broker.connect({ url: as('h2'), name: 'host.h2' });
    const gateway = await Broker.connect({ url: as('gateway'), name: 'gateway.g' });
    try {
      await thief.openKept();
      const part = { text: 'line\n', to: 5, recording: { state: '{}', id: 'a', first: true } };
      await thief.appendKept('h2/r1', part);
      await expect(thief.appendKept('h1/r1', part)).rejects.toThrow();
      expect(await gateway.readKept('h2/r1')).toMatchObject([{ text: 'line\n', to: 5 }]);
      expect(await gateway.readKept('h1/r1')).toEqual([]);
    } finally {
      for (const one of [thief, gateway]) await one.close();
    }
  });

  it('a host cannot write the records of another', async () => {
    const thief = await Broker.connect({ url: as('h2'), name: 'host.h2' });
    try {
      await expect(thief.put('host.h1', { host: 'h1' })).rejects.toThrow();
      await expect(thief.put('session.h1.s1', {})).rejects.toThrow();
      await thief.put('host.h2', {});
    } finally {
      await thief.close();
    }
  });

  it('a host keeps its own transcripts only, and a gateway only reads them', async () => {
    const [h1, h2] = await Promise.all(
      ['h1', 'h2'].map((user) => Broker.connect({ url: as(user), name: `host.${user}` })),
    );
    const gateway = await Broker.connect({ url: as('gateway'), name: 'gateway.g' });
    const part = { text: 'hello', to: 5 };
    try {
      await h1!.openKept();
      await h1!.appendKept('h1/s1', part);
      await expect(h2!.appendKept('h1/s1', part)).rejects.toThrow();
      await expect(h2!.dropKept('h1/s1')).rejects.toThrow();
      await expect(h2!.readKept('h1/s1')).rejects.toThrow();
      await expect(gateway.appendKept('h1/s1', part)).rejects.toThrow();
      expect(await gateway.readKept('h1/s1')).toEqual([part]);
    } finally {
      for (const one of [h1!, h2!, gateway]) await one.close();
    }
  });

  it('a client without a password is refused', async () => {
    await expect(joinAs(broker.url, 'h1')).rejects.toThrow(/authorization/i);
  });
});

describe.skipIf(!natsServer)('a host decides (needs nats-server)', () => {
  it('what is denied and redacted, for any permissions of its gateways', async () => {
    const broker = await startBroker();
    const grants = new Set(permissionNames.filter((name) => name !== 'input.write'));
    const host = await joinAs(broker.url, 'h1', { grants, redactionEnforced: true });
    const gateway = await joinAs(broker.url);
    try {
      const { calls } = gateway.client;
      const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
      const { session } = await calls.session.create({ program: 'printf', args: [secret] });
      await calls.session.wait({ session, matcher: { type: 'process_exited' } });
      expect(JSON.stringify(await calls.session.snapshot({ session }))).not.toContain(secret);
      await faultOf(calls.session.snapshot({ session, redact: false }), 'PermissionDenied');
      const write = calls.session.input({ session, action: { type: 'text', value: 'x' } });
      await faultOf(write, 'PermissionDenied');
      const { permissions, redaction } = await calls.server.capabilities();
      expect({ permissions, redaction }).toEqual({ permissions: [...grants], redaction: 'enforced' });
      const other = await joinAs(broker.url, 'h2');
      const { hosts } = await calls.fleet.hosts();
      expect(hosts).toMatchObject([
        { host: 'h1', denied: ['input.write'], redaction: 'enforced' },
        { host: 'h2', denied: [], redaction: 'default' },
      ]);
      await other.close();
      expect(gateway.open).toBe(true);
    } finally {
      for (const one of [gateway, host]) await one.close();
      await broker.close();
    }
  });
});
