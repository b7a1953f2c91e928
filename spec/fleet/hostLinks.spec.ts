/** When a host gives up a gateway. The broker is a fake, because a beat must arrive during its last answer. */
import { expect, it } from 'vitest';
import type { Broker, BrokerMessage } from '#fleet/broker.ts';
import { HostLinks } from '#fleet/hostLinks.ts';
import { decodeLinkMessage, encodeLinkMessage } from '#fleet/link.ts';
import { beatLink, linkSubject, rpcSubject } from '#fleet/subjects.ts';
import { limits } from '#limits.ts';
import { Emitter } from '#platform/lifetimes.ts';
import type { Server } from '#server/server.ts';
import { HandClock } from '../harness/handClock.ts';

class FakeBroker {
  readonly connected = true;
  readonly onConnected = new Emitter<[connected: boolean]>().event;
  readonly #published = new Emitter<[kind: string]>();
  receive: (message: BrokerMessage) => void = () => {};
  /** Runs before `flush` resolves, as messages do that wait in the socket. */
  unread: () => void = () => {};

  subscribe(_: string, listener: (message: BrokerMessage) => void) {
    this.receive = listener;
    return { dispose: () => {} };
  }

  publish = (_: string, data: Uint8Array) => this.#published.fire(decodeLinkMessage(data)!.kind);
  next = () => new Promise<string>((resolve) => this.#published.event(resolve));
  flush = async () => this.unread();
}

const send = (broker: FakeBroker, link: string, data: string | Uint8Array) =>
  broker.receive({
    subject: rpcSubject('h1'),
    data: Buffer.from(data),
    reply: linkSubject({ gateway: 'g1', host: 'h1', link }),
    noResponders: false,
  });

function acceptLink() {
  const broker = new FakeBroker();
  const clock = new HandClock();
  const links = new HostLinks({
    ...{ broker: broker as unknown as Broker, host: 'h1', instance: 'now', clock },
    server: { accept: () => Promise.resolve() } as unknown as Server,
    endpointOf: () => ({}) as never,
  });
  send(broker, 'now-a', encodeLinkMessage('data', 1, 0, Buffer.from('call')));
  return { broker, clock, links };
}

it('closes the links of a gateway that is silent', async () => {
  const { broker, clock, links } = acceptLink();
  const closed = broker.next();
  clock.pass(limits.linkSilenceMs);
  expect(await closed).toBe('gone');
  links.dispose();
});

it('keeps them if a beat arrived while this process was paused', async () => {
  const { broker, clock, links } = acceptLink();
  const read = new Promise<void>((resolve) => {
    broker.unread = () => {
      send(broker, beatLink, '{"now-a":[2,0,0]}');
      resolve();
    };
  });
  const answer = broker.next();
  clock.pass(limits.linkSilenceMs);
  await read;
  expect(await answer).toBe('sync');
  expect(clock.pending).toBe(1);
  links.dispose();
});

it('leaves the links to another start of the host alone', () => {
  const { broker, links } = acceptLink();
  const published: string[] = [];
  broker.publish = (_, data) => void published.push(decodeLinkMessage(data)!.kind);
  send(broker, 'new-a', encodeLinkMessage('data', 1, 0, Buffer.from('call')));
  send(broker, 'new-b', encodeLinkMessage('data', 7, 0, Buffer.from('call')));
  send(broker, beatLink, '{"new-c":[2,0,0]}');
  expect(published).toEqual([]);
  send(broker, 'now-b', encodeLinkMessage('data', 7, 0, Buffer.from('call')));
  expect(published).toEqual(['gone']);
  links.dispose();
});
