/** What clients see while parts of a fleet are killed. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Broker } from '#fleet/broker.ts';
import { limits } from '#limits.ts';
import { Emitter } from '#platform/lifetimes.ts';
import { HandClock } from '../harness/handClock.ts';
import { runOnSocket } from '../harness/server.ts';
import { faultOf } from '../session/driven.ts';
import { Wire } from './cluster.ts';
import { joinAs, natsServer, startBroker } from './nats.ts';

describe.skipIf(!natsServer)('a fleet (needs nats-server)', () => {
  it('continues calls and waits when the broker was killed, and delivers input once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
    const first = await startBroker('', -1, folder);
    const host = await joinAs(first.url, 'h1');
    const gateway = await joinAs(first.url);
    const { calls } = gateway.client;
    const args = ['-c', 'stty -echo; echo ready; exec cat'];
    const { session } = await calls.session.create({ program: 'sh', args });
    await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    await calls.session.capture_input({ session, name: 'ada' });
    const matcher = { type: 'contains_text', value: 'again' } as const;
    const waited = calls.session.wait({ session, matcher, timeout_ms: 60_000 });
    await first.close();
    const write = (value: string) => calls.session.input({ session, action: { type: 'text', value } });
    const written = [write('o'), write('nce'), write('\nagain\n')];
    const second = await startBroker('', Number(new URL(first.url).port), folder);
    await Promise.all([...written, waited]);
    const { text } = await calls.session.transcript({ session });
    expect(text).toBe('ready\r\nonce\r\nagain\r\n');
    expect((await calls.session.info({ session })).holder).toMatchObject({ name: 'ada' });
    for (const one of [gateway, host]) await one.close();
    await second.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lists the sessions at a second gateway after the first has closed', async () => {
    const broker = await startBroker();
    const host = await joinAs(broker.url, 'h1');
    const [first, second] = await Promise.all([joinAs(broker.url), joinAs(broker.url)]);
    const { session } = await first.client.calls.session.create({ program: 'cat', name: 'kept' });
    await first.client.calls.session.capture_input({ session, name: 'ada' });
    await first.close();
    const { calls } = second.client;
    expect(await calls.session.list({})).toEqual({ sessions: [session] });
    expect((await calls.session.info({ session: 'kept' })).session).toBe(session);
    await host.close();
    await faultOf(calls.session.create({ program: 'cat', place: { host: 'h1' } }), 'NoHost');
    await second.close();
    await broker.close();
  });

  it('reports the sessions of a host that was killed and started again at once', async () => {
    const broker = await startBroker();
    const options = [`--fleet=${broker.url}`, '--host=h1'];
    const first = await runOnSocket('ndjson', options);
    const gateway = await joinAs(broker.url);
    const { calls } = gateway.client;
    const { session } = await calls.session.create({ program: 'cat' });
    await calls.server.set_notifications({ enabled: true, lifecycle: true });
    const matcher = { type: 'process_exited' } as const;
    const waited = faultOf(calls.session.wait({ session, matcher, timeout_ms: 60_000 }), 'HostUnreachable');
    const lost = new Promise((resolve) => gateway.client.on('session.lost', resolve));
    const opened = new Promise((resolve) => gateway.client.on('session.opened', resolve));
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');
    const second = await runOnSocket('ndjson', options);
    expect(await waited).toMatchObject({ host: 'h1' });
    expect(await lost).toEqual({ session, host: 'h1' });
    await second.client.calls.session.create({ program: 'cat' });
    expect(await opened).toMatchObject({ session: 'h1/s2' });
    expect(await calls.session.list({})).toEqual({ sessions: ['h1/s2'], lost: [session] });
    for (const one of [gateway, second, first, broker]) await one.close();
  });

  it('leaves a name to the session that took it while the host of the other one was cut off', async () => {
    const broker = await startBroker();
    const wire = await Wire.to([Number(new URL(broker.url).port)]);
    const [cutOff, other] = [await joinAs(wire.url, 'h1'), await joinAs(broker.url, 'h2')];
    const gateway = await joinAs(broker.url);
    const { calls } = gateway.client;
    const named = { program: 'cat', name: 'build' };
    const { session } = await calls.session.create({ ...named, place: { host: 'h1' } });
    wire.sever();
    await faultOf(calls.session.info({ session }), 'HostUnreachable');
    const { session: newer } = await calls.session.create({ ...named, place: { host: 'h2' } });
    wire.heal();
    // A name is reserved once the broker is back.
    await cutOff.client.calls.session.create({ program: 'cat', name: 'later' });
    await cutOff.client.calls.session.close({ session });
    await cutOff.close();
    expect(await calls.session.info({ session: 'build' })).toMatchObject({ session: newer });
    await faultOf(calls.session.create(named), 'Invalid');
    for (const one of [gateway, other, wire, broker]) await one.close();
  });

  it('does not count a host as lost while the gateway is cut off', async () => {
    const broker = await startBroker();
    const host = await joinAs(broker.url, 'h1');
    const wire = await Wire.to([Number(new URL(broker.url).port)]);
    const clock = new HandClock();
    const gateway = await joinAs(wire.url, undefined, { clock });
    const { calls } = gateway.client;
    const { session } = await calls.session.create({ program: 'cat' });
    await calls.server.set_notifications({ enabled: true, lifecycle: true });
    const lost: unknown[] = [];
    gateway.client.on('session.lost', (received) => lost.push(received));
    wire.cut();
    clock.pass(limits.hostSilenceMs);
    // Answered when the connection is restored.
    const listed = calls.session.list({});
    // The gateway got no reply from the host, and pings it again after another interval.
    const { after } = clock;
    await new Promise<void>((resolve) => {
      clock.after = (ms, due) => {
        if (ms === limits.hostSilenceMs) resolve();
        return after(ms, due);
      };
    });
    wire.heal();
    expect(await listed).toEqual({ sessions: [session] });
    expect(lost).toEqual([]);
    for (const one of [gateway, host, wire, broker]) await one.close();
  });

  it('answers within a bound while the broker is away, and serves when it is back', async () => {
    const broker = await startBroker();
    const wire = await Wire.to([Number(new URL(broker.url).port)]);
    const host = await joinAs(broker.url, 'h1');
    const clock = new HandClock();
    const lost = new Emitter();
    const gateway = await joinAs(wire.url, undefined, { clock, log: () => lost.fire() });
    const { calls } = gateway.client;
    const { session } = await calls.session.create({ program: 'cat', name: 'build' });
    await calls.server.set_notifications({ enabled: true, lifecycle: true });
    const away = new Promise<void>((resolve) => lost.event(resolve));
    wire.sever();
    await away;
    const waiting = ['session.info', 'session.close'].map((method) =>
      faultOf(gateway.client.send(method, { session }), 'HostUnreachable'),
    );
    const listed = faultOf(calls.session.list({}), 'HostUnreachable');
    await calls.server.capabilities({});
    clock.pass(limits.linkSilenceMs);
    for (const one of [...waiting, listed]) expect(await one).toEqual({ host: 'h1', reason: 'link_lost' });
    const unsent = { host: 'h1', reason: 'no_broker' };
    expect(await faultOf(calls.session.info({ session }), 'HostUnreachable')).toEqual(unsent);
    expect(await faultOf(calls.session.list({}), 'HostUnreachable')).toEqual(unsent);
    expect(await faultOf(calls.session.create({ program: 'cat' }), 'HostUnreachable')).toEqual(unsent);
    const back = new Promise<void>((resolve) => lost.event(resolve));
    wire.heal();
    await back;
    const opened = new Promise((resolve) => gateway.client.on('session.opened', resolve));
    const { session: second } = await calls.session.create({ program: 'cat' });
    expect(await opened).toMatchObject({ session: second });
    expect(await calls.session.list({})).toEqual({ sessions: [session, second] });
    for (const one of [gateway, host, wire, broker]) await one.close();
  });

  it('finds a session by name while the brokers cannot read the names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
    const denied = '"$JS.API.STREAM.MSG.GET.KV_ptywright"';
    const users = (permissions: string) => `authorization {
      users = [{ user: host, password: p }, { user: gateway, password: p, permissions { publish { deny: ${permissions} } } }]
    }`;
    const broker = await startBroker(users('none'), -1, folder);
    const as = (user: string) => broker.url.replace('//', `//${user}:p@`);
    const host = await joinAs(as('host'), 'h1');
    const gateway = await joinAs(as('gateway'));
    const { calls } = gateway.client;
    const { session } = await calls.session.create({ program: 'cat', name: 'build' });
    const file = join(folder, '-1.conf');
    writeFileSync(file, readFileSync(file, 'utf8').replace(users('none'), users(denied)));
    const reloaded = new Promise<void>((resolve) => {
      broker.process.stderr!.on(
        'data',
        (text: string) => text.includes('Reloaded: authorization') && resolve(),
      );
    });
    broker.process.kill('SIGHUP');
    await reloaded;
    const reader = await Broker.connect({ url: as('gateway'), name: 'gateway.g' });
    await expect(reader.get('name.build')).rejects.toThrow('MSG.GET');
    await reader.close();
    expect((await calls.session.info({ session: 'build' })).session).toBe(session);
    await faultOf(calls.session.info({ session: 'other' }), 'SessionUnknown');
    for (const one of [gateway, host, broker]) await one.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuses a name that the broker does not reserve in time', async () => {
    const denied = '"$KV.ptywright.name.*"';
    const broker = await startBroker(`authorization {
      users = [{ user: host, password: p, permissions { publish { deny: ${denied} } } }]
    }`);
    const clock = new HandClock();
    const log = () => queueMicrotask(() => clock.pass(limits.fleetClaimMs + 1));
    const host = await joinAs(broker.url.replace('//', '//host:p@'), 'h1', { clock, log });
    const named = host.client.calls.session.create({ program: 'cat', name: 'build' });
    expect(await faultOf(named, 'Busy')).toMatchObject({ limit: 'names' });
    for (const one of [host, broker]) await one.close();
  });
});
