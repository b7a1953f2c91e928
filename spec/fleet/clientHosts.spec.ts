/** What a gateway does for a client whose host refuses connections. The host is a fake that closes each one at once. */
import { expect, it } from 'vitest';
import { ClientHosts, type HostAccess } from '#fleet/clientHosts.ts';
import type { HostChannel, HostChannelHandlers } from '#fleet/hostChannel.ts';
import { limits } from '#limits.ts';
import type { ClientChannel } from '#rpc/dispatch.ts';
import { HandClock } from '../harness/handClock.ts';

it('opens a connection again later when its host closes it without an answer', () => {
  const clock = new HandClock();
  const opened: HostChannelHandlers[] = [];
  const channel = { answered: false, request: () => 1, close: () => {} };
  const access = {
    clock,
    directory: { reachable: () => ['h1'], stateOf: () => 'reachable' },
    isAbandoned: () => false,
    open: (_: string, handlers: HostChannelHandlers) => {
      opened.push(handlers);
      return channel as unknown as HostChannel;
    },
  };
  const hosts = new ClientHosts(access as unknown as HostAccess, {} as ClientChannel);
  hosts.subscribe({ enabled: true }, () => {});
  expect(opened).toHaveLength(1);
  opened[0]!.closed();
  expect(opened).toHaveLength(1);
  clock.pass(limits.linkBeatMs);
  expect(opened).toHaveLength(2);
  channel.answered = true;
  opened[1]!.closed();
  expect(opened).toHaveLength(3);
  channel.answered = false;
  opened[2]!.closed();
  hosts.close();
  expect(clock.pending).toBe(0);
});
