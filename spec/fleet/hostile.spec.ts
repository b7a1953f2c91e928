/** What a hostile host or client can send, within the permissions that it has, and what it cannot reach with that. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Broker } from '#fleet/broker.ts';
import { decodeLinkMessage, encodeLinkMessage, Link } from '#fleet/link.ts';
import { pingSubject, rpcSubject } from '#fleet/subjects.ts';
import { limits } from '#limits.ts';
import { faultOf } from '../session/driven.ts';
import { joinAs, type Member, natsServer, type RunningBroker, startBroker } from './nats.ts';

const encode = (message: object) =>
  encodeLinkMessage('data', 1, 0, Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));

describe.skipIf(!natsServer)('a hostile member (needs nats-server)', () => {
  let broker: RunningBroker;
  let host: Member;
  let thief: Broker;
  beforeAll(async () => {
    broker = await startBroker();
    host = await joinAs(broker.url, 'h1');
    thief = await Broker.connect({ url: broker.url, name: 'host.h2' });
  });
  afterAll(async () => {
    await thief.close();
    await host.close();
    await broker.close();
  });

  it('writes unreadable records, and gateways start and continue', async () => {
    const gateway = await joinAs(broker.url);
    const keys = ['host.h2', 'host.h3', 'session.h2.s1', 'name.build'];
    for (const key of keys) thief.publish(`$KV.ptywright.${key}`, '{');
    await thief.flush();
    const later = await joinAs(broker.url);
    for (const { client } of [gateway, later]) {
      const { session, reused } = await client.calls.session.create({
        program: 'cat',
        name: 'build',
        reuse: true,
      });
      expect(session).toBe('h1/s1');
      expect(reused === true).toBe(client === later.client);
      expect((await client.calls.fleet.hosts()).hosts).toMatchObject([{ host: 'h1' }]);
    }
    await gateway.client.calls.session.close({ session: 'h1/s1' });
    for (const one of [gateway, later]) await one.close();
    for (const key of keys) await thief.delete(key);
  });

  it('opens no link with records that JetStream delivers for it', async () => {
    const create = { id: 1, method: 'session.create', params: { program: 'cat' } };
    const before = host.server.connections;
    const delivered = new Promise<string | undefined>((resolve) => {
      thief.subscribe(rpcSubject('h1'), ({ reply }) => resolve(reply));
    });
    // The reply subject of a delivery has the name of the consumer where that of a link has the host.
    const filter = '$KV.ptywright.session.h2.s2';
    const config = { name: 'h1', deliver_subject: rpcSubject('h1'), filter_subject: filter };
    const request = { stream_name: 'KV_ptywright', config: { ...config, ack_policy: 'none' } };
    thief.publish(`$JS.API.CONSUMER.CREATE.KV_ptywright.h1.${filter}`, JSON.stringify(request));
    thief.publish(filter, encode(create));
    expect(await delivered).toMatch(/^\$JS\.ACK\.KV_ptywright\.h1\./);
    await thief.ask(pingSubject('h1'), limits.hostAnswerMs);
    expect(host.server.connections).toBe(before);
    await thief.delete('session.h2.s2');
  });

  it('cannot send for sessions of other hosts', async () => {
    const gateway = await joinAs(broker.url);
    const links = new Map<string, Link>();
    const requests: { readonly id: number; readonly method: string }[] = [];
    const write = (link: Link, message: object) =>
      link.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const serving = thief.subscribe(rpcSubject('h2'), ({ data, reply = '' }) => {
      const message = decodeLinkMessage(data);
      if (!message) return;
      const known = links.get(reply);
      const link = known ?? new Link((payload) => thief.publish(reply, payload));
      links.set(reply, link);
      if (!known)
        link.on('data', (chunk: Buffer) => {
          for (const line of chunk.toString().trim().split('\n')) {
            const request = JSON.parse(line) as (typeof requests)[number];
            requests.push(request);
            const opened = { method: 'session.opened', params: { session: 'h2/s7', sequence: 1 } };
            if (request.method === 'session.create')
              write(link, { id: request.id, result: { session: 'h1/s1' } });
            else if (request.method === 'session.list')
              write(link, { id: request.id, result: { sessions: ['h2/s7', 'h1/s99'] } });
            else {
              write(link, { id: request.id, result: { enabled: true } });
              write(link, { ...opened, params: { ...opened.params, session: 'h1/s1' } });
              write(link, opened);
            }
          }
        });
      link.handle(message);
    });
    const { calls } = gateway.client;
    const { hosts } = await calls.fleet.hosts();
    const report = { ...((await thief.get('host.h1'))!.value as object), host: 'h2' };
    await thief.put('host.h2', report);
    expect(hosts).toHaveLength(1);
    const opened = new Promise((resolve) => gateway.client.on('session.opened', resolve));
    await calls.server.set_notifications({ enabled: true, lifecycle: true });
    expect(await opened).toMatchObject({ session: 'h2/s7' });
    await faultOf(calls.session.create({ program: 'cat', place: { host: 'h2' } }), 'HostUnreachable');
    expect(await calls.session.list({})).toEqual({ sessions: [] });
    expect(await calls.session.list({ host: 'h2' })).toEqual({ sessions: [] });
    serving.dispose();
    await gateway.close();
    await thief.delete('host.h2');
  });

  it('cannot remove the records of others by replacing its own', async () => {
    await thief.put('host.h2', {});
    const { port } = new URL(broker.url);
    const raw = connect(Number(port), '127.0.0.1');
    const head = 'NATS/1.0\r\nNats-Rollup: all\r\n\r\n';
    let answers = '';
    raw.on('data', (text: Buffer) => {
      answers += text.toString();
    });
    raw.write('CONNECT {"headers":true,"verbose":false}\r\nSUB inbox 1\r\n');
    raw.write(`HPUB $KV.ptywright.host.h2 inbox ${head.length} ${head.length + 2}\r\n${head}{}\r\n`);
    while (!answers.includes('MSG inbox')) await once(raw, 'data');
    raw.destroy();
    expect(answers).toContain('rollup not permitted');
    expect(await thief.get('host.h1')).toMatchObject({ value: { host: 'h1' } });
  });
});
