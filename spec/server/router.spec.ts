/** Paths of a web listener, and the token that they require. */
import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { limits } from '#limits.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import { WebToken } from '#server/authentication.ts';
import { serveHttp } from '#server/httpListener.ts';
import { sendJson } from '#server/httpRequest.ts';
import { matchRoute, type WebRoute } from '#server/router.ts';
import type { Listener } from '#server/unixListener.ts';
import { inProcessServer } from '../harness/server.ts';
import { upgraded } from './upgraded.ts';

const secretToken = 'a-token-that-is-long-enough';
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function listening(value?: string, host = '127.0.0.1', clock = systemClock): Promise<Listener> {
  const server = inProcessServer({ clock });
  const messages = server.native;
  const routes: readonly WebRoute[] = [
    { path: '/calls', socket: () => messages },
    {
      path: '/page/*',
      open: true,
      answers: { GET: ({ params: names }, reply) => sendJson(reply, 200, names) },
    },
    {
      path: '/bytes/:name',
      bytes: ({ params: names }) =>
        names.name === 'none' ? { status: 404, code: 'none', why: 'none' } : (stream) => stream.pipe(stream),
    },
  ];
  const listener = await serveHttp(server, {
    address: { host, port: 0 },
    secret: { name: 'TOKEN', kind: 'token', value },
    createEndpoint: () => ({ ...messages, routes, closeReason: (ends) => (ends ? 'server ends' : 'done') }),
  });
  open.push({ close: async () => void (await Promise.all([server.close(), listener.close()])) });
  return listener;
}

const ask = async (path: string, url: string, method = 'GET', headers: Record<string, string> = {}) => {
  const requested = request(`${url.replace('ws:', 'http:')}${path}`, { method, headers, agent: false }).end();
  const [response] = (await once(requested, 'response')) as [import('node:http').IncomingMessage];
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += piece as string;
  return { status: response.statusCode, body: JSON.parse(text) as Record<string, unknown> };
};

describe('a path', () => {
  const routes: readonly WebRoute[] = [{ path: '/' }, { path: '/a/:b/c' }, { path: '/a/*' }];

  it.each([
    ['/', '/', {}],
    ['/a/x%20y/c/', '/a/:b/c', { b: 'x y' }],
    ['/a/b', '/a/*', { '*': 'b' }],
    ['/a', '/a/*', { '*': '' }],
    ['/a/__proto__/c', '/a/:b/c', { b: '__proto__' }],
  ])('%s', (path, route, names) => {
    const found = matchRoute(routes, path);
    expect(found?.route.path).toBe(route);
    expect({ ...found?.params }).toEqual(names);
  });

  it.each(['/b', '/b/c', '/a/%ff/c'])('%s is nowhere', (path) =>
    expect(matchRoute(routes, path)).toBeUndefined(),
  );

  it('is served by its route', async () => {
    const { path } = await listening();
    expect(await ask('/page/a/b', path)).toEqual({ status: 200, body: { '*': 'a/b' } });
    expect((await ask('/page/a', path, 'POST')).status).toBe(405);
    expect(await ask('/other', path)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    expect(await upgraded(`${path}/calls`)).toBe(101);
    expect(await upgraded(`${path}/other`)).toBe(404);
    expect(await upgraded(`${path}/bytes/none`)).toBe(404);
  });

  it('may carry bytes; the close frame contains the reason', async () => {
    const { path } = await listening();
    const socket = new WebSocket(`${path}/bytes/any`);
    await once(socket, 'open');
    socket.send(Buffer.from([0, 255, 10]));
    const [echoed, isBinary] = (await once(socket, 'message')) as [Buffer, boolean];
    expect([[...echoed], isBinary]).toEqual([[0, 255, 10], true]);
    const closed = once(socket, 'close') as Promise<[number, Buffer]>;
    await open.pop()!.close();
    const [code, why] = await closed;
    expect([code, String(why)]).toEqual([1000, 'server ends']);
  });
});

it.each([
  ['cross-site', {}, 403],
  ['same-site', {}, 403],
  ['same-origin', {}, 200],
  ['none', {}, 200],
])('a browser whose Sec-Fetch-Site is %s', async (site, headers, status) => {
  const { path } = await listening();
  expect((await ask('/page/a', path, 'GET', { 'sec-fetch-site': site, ...headers })).status).toBe(status);
});

const byHand = new Set<number>([limits.webPingMs, limits.webPongMs, limits.frameFinishMs]);

/** A clock whose timers fire when the spec says so. */
class ByHand extends EventEmitter implements Clock {
  readonly now = systemClock.now;
  readonly wall = systemClock.wall;
  readonly #due = new Map<number, () => void>();

  after(ms: number, due: () => void): Disposable {
    if (!byHand.has(ms)) return systemClock.after(ms, due);
    this.#due.set(ms, due);
    this.emit(String(ms));
    return { dispose: () => void (this.#due.get(ms) === due && this.#due.delete(ms)) };
  }

  pass(ms: number): void {
    const due = this.#due.get(ms)!;
    this.#due.delete(ms);
    due();
  }

  has(ms: number): boolean {
    return this.#due.has(ms);
  }
}

describe('an idle WebSocket', () => {
  it.each(['/calls', '/bytes/any'])('is pinged, and closed without a pong: %s', async (at) => {
    const clock = new ByHand();
    const { path } = await listening(undefined, '127.0.0.1', clock);
    const socket = new WebSocket(`${path}${at}`, { autoPong: false });
    await once(socket, 'open');
    for (const _ of [1, 2]) {
      const requested = once(socket, 'ping');
      clock.pass(limits.webPingMs);
      await requested;
      const again = once(clock, String(limits.webPingMs));
      socket.pong();
      await again;
      expect(clock.has(limits.webPongMs)).toBe(false);
      // The reply is not a partial message that must be finished.
      expect(clock.has(limits.frameFinishMs)).toBe(false);
    }
    const closed = once(socket, 'close');
    clock.pass(limits.webPingMs);
    clock.pass(limits.webPongMs);
    expect((await closed)[0]).toBe(1006);
    expect([clock.has(limits.webPingMs), clock.has(limits.webPongMs)]).toEqual([false, false]);
  });
});

it('idle connections do not block new ones', async () => {
  const { path } = await listening();
  const port = Number(path.split(':').at(-1));
  const connected = async () => {
    const socket = createConnection(port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const first = await connected();
  const gone = once(first, 'close');
  const silent = await Promise.all(Array.from({ length: limits.connections * 3 }, connected));
  await gone;
  expect((await ask('/page/a', path)).status).toBe(200);
  for (const socket of silent) socket.destroy();
});

describe('a token', () => {
  it('permits access to protected paths', async () => {
    const { path } = await listening(secretToken);
    const bearer = { authorization: `Bearer ${secretToken}` };
    expect((await ask('/page/a', path)).status).toBe(200);
    expect(await ask('/nothing', path)).toMatchObject({
      status: 401,
      body: { error: { code: 'auth_required' } },
    });
    expect((await ask('/nothing', path, 'GET', bearer)).status).toBe(404);
    expect(await upgraded(`${path}/calls`)).toBe(401);
    expect(await upgraded(`${path}/calls`, { authorization: 'Bearer wrong' })).toBe(403);
    expect(await upgraded(`${path}/calls`, bearer)).toBe(101);
    expect(await upgraded(`${path}/calls?token=${secretToken}`)).toBe(401);
  });

  it('buys tickets, each for one connection', async () => {
    const { path } = await listening(secretToken);
    expect((await ask('/auth/ws-ticket', path, 'POST')).status).toBe(401);
    const bearer = { authorization: `Bearer ${secretToken}` };
    const { body } = await ask('/auth/ws-ticket', path, 'POST', bearer);
    const url = `${path}/calls?ticket=${body.ticket as string}`;
    expect([await upgraded(url), await upgraded(url)]).toEqual([101, 403]);
  });

  it('is required by a plain request: a ticket opens no second one, and is not used up there', async () => {
    const { path } = await listening(secretToken);
    const bearer = { authorization: `Bearer ${secretToken}` };
    const { body } = await ask('/auth/ws-ticket', path, 'POST', bearer);
    const query = `?ticket=${body.ticket as string}`;
    expect((await ask(`/auth/ws-ticket${query}`, path, 'POST')).status).toBe(401);
    expect((await ask(`/nothing${query}`, path)).status).toBe(401);
    expect(await upgraded(`${path}/calls${query}`)).toBe(101);
  });

  it('is needed, and long, where other machines can come', async () => {
    await expect(listening(undefined, '0.0.0.0')).rejects.toThrow('set TOKEN');
    await expect(listening('short', '0.0.0.0')).rejects.toThrow('16 characters');
  });

  it('expires tickets, and bounds their number', () => {
    const due: (() => void)[] = [];
    const after = (ms: number, one: () => void) => {
      expect(ms).toBe(limits.webTicketMs);
      due.push(one);
      return { dispose() {} };
    };
    const token = new WebToken({ now: () => 0, wall: () => 0, after }, secretToken);
    const spend = (ticket: string) => token.check({}, new URLSearchParams({ ticket }));
    const [first, second] = [token.issueTicket()!, token.issueTicket()!];
    expect(spend(first)).toBe('right');
    for (const each of due) each();
    expect(spend(second)).toBe('wrong');
    const all = Array.from({ length: limits.webTickets + 1 }, () => token.issueTicket());
    expect(all.filter((one) => one === undefined)).toHaveLength(1);
    token.close();
  });
});
