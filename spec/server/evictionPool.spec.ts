/** Silent clients do not block others: the oldest of them is disconnected. */
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import { limits } from '#limits.ts';
import { serveHttp } from '#server/httpListener.ts';
import { inProcessServer, runOnSocket } from '../harness/server.ts';

const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const ask = '{"jsonrpc":"2.0","id":1,"method":"session.list"}';

it('600 silent clients of a Unix socket', async () => {
  const served = await runOnSocket();
  open.push(served.close);
  await served.client.calls.session.list();
  const silent: Socket[] = [];
  open.push(() => silent.map((socket) => socket.destroy()));
  let gone = 0;
  for (let left = 600; left > 0; left--) {
    const socket = createConnection(served.path).on('error', () => {});
    socket.resume().once('close', () => gone++);
    await once(socket, 'connect');
    silent.push(socket);
    // The system keeps at most 511 connections that the server has not accepted yet: its answer shows that it has.
    if (left % 100 === 0) await served.client.calls.session.list();
  }
  const late = await served.connect();
  expect(await late.calls.session.list()).toEqual({ sessions: [] });
  // A client that has sent a request stays, however many connect after it.
  expect(await served.client.calls.session.list()).toEqual({ sessions: [] });
  expect(gone).toBeGreaterThanOrEqual(600 - limits.connections);
  expect(silent.at(-1)!.destroyed).toBe(false);
});

it('256 silent WebSockets, and as many plain streams', async () => {
  const server = inProcessServer();
  const listener = await serveHttp(server, {
    address: { host: '127.0.0.1', port: 0 },
    secret: { name: 'NONE', kind: 'token', value: undefined },
    createEndpoint: () => ({
      ...server.native,
      routes: [
        { path: '/calls', socket: () => server.native },
        { path: '/bytes', bytes: () => (stream) => stream.resume() },
        { path: '/here', answers: { GET: (_, response) => void response.end('here') } },
      ],
    }),
  });
  open.push(() => Promise.all([server.close(), listener.close()]));
  const connected = async (path: string) => {
    const socket = new WebSocket(`${listener.path}${path}`);
    open.push(() => socket.terminate());
    await once(socket, 'open');
    return socket;
  };
  const answered = async (socket: WebSocket) => {
    socket.send(ask);
    const [data] = (await once(socket, 'message')) as [Buffer];
    return JSON.parse(String(data)) as unknown;
  };
  const known = await connected('/calls');
  expect(await answered(known)).toMatchObject({ id: 1, result: {} });
  const first = await connected('/calls');
  const gone = once(first, 'close');
  for (let left = limits.connections; left > 0; left--) await connected('/calls');
  for (let left = limits.connections; left > 0; left--) await connected('/bytes');
  await gone;
  await expect(connected('/bytes')).rejects.toThrow('503');
  expect(await answered(await connected('/calls'))).toMatchObject({ id: 1, result: {} });
  expect(await answered(known)).toMatchObject({ id: 1, result: {} });
  expect(await (await fetch(`${listener.path.replace('ws:', 'http:')}/here`)).text()).toBe('here');
});
