/** Clients that lose their gateway, and continue at another one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Broker } from '#fleet/broker.ts';
import { encodeLinkMessage } from '#fleet/link.ts';
import { rpcSubject } from '#fleet/subjects.ts';
import type { NotingClient } from '../harness/connection.ts';
import { runOnSocket } from '../harness/server.ts';
import { faultOf } from '../session/driven.ts';
import { joinAs, type Member, natsServer, type RunningBroker, startBroker } from './nats.ts';

const key = 'b5a1c7e2-0f3d-4c55';
const echo = { program: 'sh', args: ['-c', 'stty -echo; echo ready; exec cat'] };
const alphabet = 'abcdefghijklmnopqrstuvwxyz';

const write = (client: NotingClient, session: string, value: string) =>
  client.calls.session.input({ session, action: { type: 'text', value } });

async function openReady(client: NotingClient, host: string): Promise<string> {
  const { session } = await client.calls.session.create({ ...echo, place: { host } });
  await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
  return session;
}

describe.skipIf(!natsServer)('a client at another gateway (needs nats-server)', () => {
  let broker: RunningBroker;
  let hosts: readonly Member[];
  let second: Member;
  beforeAll(async () => {
    broker = await startBroker();
    hosts = await Promise.all([joinAs(broker.url, 'h1'), joinAs(broker.url, 'h2')]);
    second = await joinAs(broker.url);
  });
  afterAll(async () => {
    for (const one of [second, ...hosts]) await one.close();
    await broker.close();
  });

  it('finds its sessions, input lock and notifications when its gateway was killed', async () => {
    const killed = await runOnSocket('ndjson', [`--fleet=${broker.url}`, '--gateway']);
    const { client } = killed;
    await client.calls.server.resume({ key });
    const session = await openReady(client, 'h1');
    await client.calls.session.capture_input({ session, name: 'ada' });
    await client.calls.server.set_notifications({ enabled: true, sessions: [session], lifecycle: true });
    const matcher = { type: 'process_exited' } as const;
    const wait = client.calls.session.wait({ session, matcher, timeout_ms: 60_000 });
    const acknowledged: string[] = [];
    const written = [...alphabet].map((letter) =>
      write(client, session, letter).then(() => {
        acknowledged.push(letter);
        if (acknowledged.length === 3) killed.process.kill('SIGKILL');
      }),
    );
    await expect(wait).rejects.toThrow('the connection closed before the reply arrived');
    await Promise.allSettled(written);
    const again = second.connect();
    const resumed = await again.calls.server.resume({ key });
    expect(resumed).toMatchObject({ resumed: true, holds: [session] });
    expect(resumed.notifications).toMatchObject({ sessions: [session], lifecycle: true });
    expect(await again.calls.session.list({})).toEqual({ sessions: [session] });
    const output = new Promise((resolve) => again.on('session.output', resolve));
    await write(again, session, '!\n');
    await output;
    await again.calls.session.wait({ session, matcher: { type: 'transcript_contains', value: '!' } });
    const { text } = await again.calls.session.transcript({ session });
    const letters = /^ready\r\n([a-z]*)!\r\n$/.exec(text)![1]!;
    expect(alphabet.startsWith(letters)).toBe(true);
    expect(letters.startsWith(acknowledged.join(''))).toBe(true);
    await again.calls.session.close({ session });
    again.notify('exit');
    await again.closed;
    await killed.close();
  });

  it('takes them from a gateway that still runs', async () => {
    const first = await joinAs(broker.url);
    const { client } = first;
    await client.calls.server.resume({ key });
    const session = await openReady(client, 'h2');
    await client.calls.session.capture_input({ session });
    await client.calls.server.set_notifications({ enabled: true, lifecycle: true });
    const events: object[] = [];
    client.on('server.resumed', (news) => events.push(news));
    const again = second.connect();
    expect(await again.calls.server.resume({ key })).toMatchObject({ resumed: true, holds: [session] });
    // Both hosts know the subscription now, and this gateway subscribes at hosts that join later.
    const late = await joinAs(broker.url, 'h3');
    await faultOf(write(client, session, 'x'), 'InputHeld');
    expect(events).toEqual([{}]);
    // The host has handled the subscription, which was sent before this call, when it answers.
    await openReady(second.client, 'h3');
    const opened: string[] = [];
    let changed = () => {};
    again.on('session.opened', ({ session }) => {
      opened.push(session);
      changed();
    });
    const other = await openReady(second.client, 'h3');
    await new Promise<void>((resolve) => {
      changed = () => opened.includes(other) && resolve();
      changed();
    });
    await write(again, session, 'x');
    await again.calls.session.close({ session });
    again.notify('exit');
    await again.closed;
    await late.close();
    await first.close();
  });
});

describe.skipIf(!natsServer)('a client with a key (needs nats-server)', () => {
  it('keeps its input lock when the link to its host breaks', async () => {
    const broker = await startBroker();
    const host = await joinAs(broker.url, 'h1');
    const gateway = await joinAs(broker.url);
    const observer = await Broker.connect({ url: broker.url, name: 'host.observer' });
    let resumed: (link: string) => void;
    observer.subscribe(rpcSubject('h1'), ({ data, reply }) => {
      if (Buffer.from(data).includes('server.resume')) resumed(reply!);
    });
    const nextLink = () => new Promise<string>((resolve) => (resumed = resolve));
    const first = nextLink();
    await observer.flush();
    const { client } = gateway;
    await client.calls.server.resume({ key });
    const session = await openReady(client, 'h1');
    await client.calls.session.capture_input({ session, name: 'ada' });
    const second = nextLink();
    observer.publish(await first, encodeLinkMessage('gone'));
    expect(await second).not.toBe(await first);
    await write(client, session, 'x');
    expect((await client.calls.session.info({ session })).holder).toMatchObject({ name: 'ada' });
    for (const one of [observer, gateway, host]) await one.close();
    await broker.close();
  });
});

describe.skipIf(!natsServer)('a gateway that was killed (needs nats-server)', () => {
  it('leaves no subscription, wait or input lock on a host', async () => {
    const broker = await startBroker();
    const host = await joinAs(broker.url, 'h1');
    const gateway = await runOnSocket('ndjson', [`--fleet=${broker.url}`, '--gateway']);
    const { client } = gateway;
    const before = host.server.connections;
    const session = await openReady(client, 'h1');
    await client.calls.session.capture_input({ session });
    await client.calls.session.attach({ session });
    await host.client.calls.server.set_notifications({ enabled: true, waits: true });
    const state = { waits: 0, held: false };
    let changed = () => {};
    const until = (reached: () => boolean) =>
      new Promise<void>((resolve) => {
        changed = () => reached() && resolve();
      });
    host.client.on('session.waiting', ({ pending_waits }) => {
      state.waits = pending_waits;
      changed();
    });
    host.client.on('session.held', ({ holder }) => {
      state.held = holder !== null;
      changed();
    });
    const waiting = until(() => state.waits === 1);
    const wait = client.calls.session.wait({
      session,
      matcher: { type: 'process_exited' },
      timeout_ms: 60_000,
    });
    const failed = expect(wait).rejects.toThrow('the connection closed');
    await waiting;
    const connected = new Promise<void>((resolve) => {
      host.server.onConnections(() => host.server.connections === before && resolve());
    });
    state.held = true;
    const dropped = until(() => state.waits === 0 && !state.held);
    gateway.process.kill('SIGKILL');
    await Promise.all([failed, dropped, connected]);
    const { holder, viewers } = await host.client.calls.session.info({ session });
    expect({ holder, viewers }).toEqual({ holder: null, viewers: [] });
    await gateway.close();
    await host.close();
    await broker.close();
  });
});
