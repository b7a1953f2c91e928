/** `localhost` has two addresses. A listener with that name listens on both, and no other process can use either. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveHttp } from '#server/httpListener.ts';
import { parseListenAddress } from '#server/listenAddress.ts';
import { parseWebAddress } from '#server/webAddress.ts';
import { runInProcess } from '../harness/server.ts';

const sixes = await new Promise<boolean>((resolve) => {
  const probe = createServer().once('error', () => resolve(false));
  probe.listen({ host: '::1', port: 0 }, () => probe.close(() => resolve(true)));
});

describe('a listener for the web', () => {
  let served: ReturnType<typeof runInProcess>;
  const closing: (() => unknown)[] = [];
  beforeEach(() => {
    served = runInProcess();
  });
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
    await served.close();
  });

  const serve = async (address: string) => {
    const { server } = served;
    const listening = await serveHttp(server, {
      address: parseWebAddress(address) as Exclude<ReturnType<typeof parseWebAddress>, string>,
      secret: { name: 'NONE', kind: 'token', value: undefined },
      createEndpoint: () => ({
        ...server.native,
        routes: [{ path: '/here', answers: { GET: (_, response) => void response.end('here') } }],
      }),
    });
    closing.push(listening.close);
    return new URL(listening.path.replace('ws:', 'http:'));
  };
  const at = async (host: string, port: string) => (await fetch(`http://${host}:${port}/here`)).text();

  it('on localhost is at 127.0.0.1 and at [::1], on one port (needs IPv6)', async ({ skip }) => {
    skip(!sixes, 'this machine has no IPv6');
    const url = await serve('//localhost:0');
    expect(url.hostname).toBe('localhost');
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) expect(await at(host, url.port)).toBe('here');
  });

  it('on localhost refuses a port that is in use on one of its addresses (needs IPv6)', async ({ skip }) => {
    skip(!sixes, 'this machine has no IPv6');
    const other = createServer().listen({ host: '::1', port: 0 });
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    closing.push(() => new Promise((resolve) => other.close(resolve)));
    await expect(serve(`//localhost:${port}`)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    // The listener must not keep the other address.
    const { port: free } = await serve(`//127.0.0.1:${port}`);
    expect(await at('127.0.0.1', free)).toBe('here');
  });

  it('listens on [::1], and reports it (needs IPv6)', async ({ skip }) => {
    skip(!sixes, 'this machine has no IPv6');
    const url = await serve('//[::1]:0');
    expect(url.hostname).toBe('[::1]');
    expect(await at('[::1]', url.port)).toBe('here');
    expect(parseListenAddress('wsh+http://[::1]:8080')).toMatchObject({ address: '//[::1]:8080' });
  });
});
