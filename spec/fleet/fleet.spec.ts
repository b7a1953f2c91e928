/** Hosts and gateways of one fleet, with a real broker. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultOf } from '../session/driven.ts';
import { joinAs, type Member, natsServer, type RunningBroker, startBroker } from './nats.ts';

const sleeper = { program: 'sleep', args: ['1000'] };

describe.skipIf(!natsServer)('a fleet (needs nats-server)', () => {
  let broker: RunningBroker;
  let hosts: readonly Member[];
  let gateway: Member;
  let other: Member;
  beforeAll(async () => {
    broker = await startBroker();
    hosts = await Promise.all([
      joinAs(broker.url, 'eu-1', { labels: { region: 'eu' } }),
      joinAs(broker.url, 'us-1', { labels: { region: 'us', gpu: 'yes' }, capacity: 2 }),
    ]);
    gateway = await joinAs(broker.url);
    other = await joinAs(broker.url);
  });
  afterAll(async () => {
    for (const one of [gateway, other, ...hosts]) await one.close();
    await broker.close();
  });

  const closeAll = async () => {
    const { sessions } = await gateway.client.calls.session.list({});
    await Promise.all(sessions.map((session) => gateway.client.calls.session.close({ session })));
  };

  it('lists its hosts with their labels and load', async () => {
    const { hosts } = await gateway.client.calls.fleet.hosts({});
    expect(hosts).toMatchObject([
      { host: 'eu-1', reachable: true, labels: { region: 'eu' }, sessions: 0 },
      { host: 'us-1', reachable: true, labels: { region: 'us', gpu: 'yes' }, capacity: 2 },
    ]);
  });

  it('places a session by host and by labels, and lists it by them', async () => {
    const { calls } = gateway.client;
    const { session: eu } = await calls.session.create({ ...sleeper, place: { labels: { region: 'eu' } } });
    const { session: us } = await calls.session.create({ ...sleeper, tags: ['x'], place: { host: 'us-1' } });
    expect(eu).toMatch(/^eu-1\/s\d+$/);
    expect(us).toMatch(/^us-1\/s\d+$/);
    expect(await calls.session.list({})).toEqual({ sessions: [eu, us] });
    expect(await calls.session.list({ host: 'us-1' })).toEqual({ sessions: [us] });
    expect(await calls.session.list({ labels: { region: 'eu' } })).toEqual({ sessions: [eu] });
    expect(await calls.session.list({ tag: 'x' })).toEqual({ sessions: [us] });
    expect(await hosts[0]!.client.calls.session.list({})).toEqual({ sessions: [eu] });
    await closeAll();
  });

  it('refuses with a list of free hosts', async () => {
    const { calls } = gateway.client;
    const gpu = { ...sleeper, place: { labels: { gpu: 'yes' } } };
    await calls.session.create(gpu);
    await calls.session.create(gpu);
    expect(await faultOf(calls.session.create(gpu), 'NoHost')).toMatchObject({
      reason: 'full',
      hosts: [
        { host: 'eu-1', free: expect.any(Number) },
        { host: 'us-1', free: 0 },
      ],
    });
    const nowhere = calls.session.create({ ...sleeper, place: { labels: { region: 'mars' } } });
    expect(await faultOf(nowhere, 'NoHost')).toMatchObject({ reason: 'no_match' });
    await closeAll();
  });

  it('gives a name to one session only, on any gateway and host', async () => {
    const named = (member: Member, host: string) =>
      member.client.calls.session.create({ ...sleeper, name: 'build', place: { host } });
    const results = await Promise.allSettled([named(gateway, 'eu-1'), named(other, 'us-1')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = named(hosts[0]!, 'eu-1');
    expect(await faultOf(refused, 'Invalid')).toMatchObject({ path: 'name' });
    await closeAll();
    expect((await named(other, 'us-1')).session).toMatch(/^us-1/);
    await closeAll();
  });

  it('finds a session by name, and creates it once', async () => {
    const get = (member: Member) =>
      member.client.calls.session.create({ ...sleeper, name: 'shared', reuse: true });
    const created = await Promise.all([get(gateway), get(other), get(gateway), get(other)]);
    expect(new Set(created.map(({ session }) => session)).size).toBe(1);
    expect(created.filter(({ reused }) => !reused)).toHaveLength(1);
    const { session } = await other.client.calls.session.info({ session: 'shared' });
    expect(session).toBe(created[0]!.session);
    await gateway.client.calls.session.rename({ session: 'shared', name: 'renamed' });
    expect((await other.client.calls.session.info({ session: 'renamed' })).session).toBe(session);
    await faultOf(other.client.calls.session.info({ session: 'shared' }), 'SessionUnknown');
    await closeAll();
  });

  it('sends notifications of the subscribed sessions of every host', async () => {
    const client = gateway.connect();
    await client.calls.server.set_notifications({ enabled: true, lifecycle: true });
    const opened: string[] = [];
    const both = new Promise<void>((resolve) => {
      client.on('session.opened', ({ session }) => opened.push(session) === 2 && resolve());
    });
    const created = await Promise.all(
      ['eu-1', 'us-1'].map((host) => other.client.calls.session.create({ ...sleeper, place: { host } })),
    );
    await both;
    expect(opened.sort()).toEqual(created.map(({ session }) => session).sort());
    await client.close();
    await closeAll();
  });

  it('keeps the input lock and close_on_disconnect with the connection of the client', async () => {
    const client = gateway.connect();
    const { session } = await client.calls.session.create({ program: 'cat', close_on_disconnect: true });
    await client.calls.session.capture_input({ session, name: 'ada' });
    const write = other.client.calls.session.input({ session, action: { type: 'text', value: 'x' } });
    expect(await faultOf(write, 'InputHeld')).toMatchObject({ holder: 'ada' });
    const watcher = other.connect();
    await watcher.calls.server.set_notifications({ enabled: true, lifecycle: true });
    const closed = new Promise<void>((resolve) => {
      watcher.on('session.closed', () => resolve());
    });
    await client.close();
    await closed;
    expect(await other.client.calls.session.list({})).toEqual({ sessions: [] });
    await watcher.close();
  });

  it('keeps the order of calls by name and by id', async () => {
    const args = ['-c', 'stty -echo; echo ready; exec cat'];
    const { session } = await other.client.calls.session.create({ program: 'sh', args, name: 'ordered' });
    const { calls } = gateway.client;
    await other.client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    const write = (to: string, value: string) =>
      calls.session.input({ session: to, action: { type: 'text', value } });
    await Promise.all([
      write('ordered', 'a'),
      write(session, 'b'),
      write('ordered', 'c'),
      write(session, 'x\n'),
    ]);
    await calls.session.wait({ session, matcher: { type: 'transcript_contains', value: 'x' } });
    expect((await calls.session.transcript({ session })).text).toBe('ready\r\nabcx\r\n');
    await closeAll();
  });

  it('cancels a wait on its host', async () => {
    const { session } = await gateway.client.calls.session.create(sleeper);
    const controller = new AbortController();
    const wait = gateway.client.request(
      'session.wait',
      { session, matcher: { type: 'process_exited' }, timeout_ms: 60_000 },
      { signal: controller.signal },
    );
    const named = other.client.calls.session.wait({
      session,
      matcher: { type: 'process_exited' },
      wait_id: 'w',
    });
    const cancelled = faultOf(named, 'Cancelled');
    const requested = new Promise<void>((resolve) => {
      other.client.on('session.waiting', ({ pending_waits }) => pending_waits === 2 && resolve());
    });
    await other.client.calls.server.set_notifications({ enabled: true, waits: true });
    const { pending_waits } = await other.client.calls.session.info({ session });
    if (pending_waits < 2) await requested;
    controller.abort();
    expect(await faultOf(wait, 'Cancelled')).toMatchObject({ reason: 'request' });
    expect(await gateway.client.calls.session.cancel_wait({ wait_id: 'w' })).toMatchObject({
      cancelled: true,
    });
    expect(await cancelled).toMatchObject({ reason: 'wait_id' });
    await closeAll();
  });

  it('carries a reply of several megabytes', async () => {
    const { calls } = gateway.client;
    const { session } = await calls.session.create({
      program: 'sh',
      args: ['-c', 'yes 0123456789abcdef | head -c 1900000'],
      transcript_max_chars: 4_000_000,
    });
    await calls.session.wait({ session, matcher: { type: 'process_exited' }, timeout_ms: 60_000 });
    const { text } = await calls.session.transcript({ session, max_chars: 2_000_000 });
    expect(text.length).toBeGreaterThan(1_900_000);
    await closeAll();
  });

  it('answers a call to an unknown session or host', async () => {
    const { calls } = gateway.client;
    await faultOf(calls.session.info({ session: 'eu-1/s999' }), 'SessionUnknown');
    await faultOf(calls.session.info({ session: 'mars/s1' }), 'SessionUnknown');
    await faultOf(calls.session.info({ session: 'no-such-name' }), 'SessionUnknown');
  });

  it('refuses a second host of the same name', async () => {
    await expect(joinAs(broker.url, 'eu-1')).rejects.toThrow('choose another name with --host');
  });
});
