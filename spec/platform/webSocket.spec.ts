import { once } from 'node:events';
import { createConnection, Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { limits } from '#limits.ts';
import { ByHand } from '../dialects/wrightty/byHand.ts';
import { handshake } from '../dialects/wrightty/handshake.ts';
import { type RunningOptions, type Wright, wright } from '../dialects/wrightty/running.ts';
import { inProcessServer } from '../harness/server.ts';

const open: Wright[] = [];

async function running(options?: RunningOptions): Promise<Wright> {
  const server = await wright(options);
  open.push(server);
  return server;
}

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const getInfo = '{"jsonrpc":"2.0","id":1,"method":"Wrightty.getInfo"}';

/** Sends requests until a session has `count` waits. Each request runs in another turn of the event loop. */
async function waits({ server }: Wright, client: { call(method: string): Promise<unknown> }, count: number) {
  while (server.world.sessions.all()[0]!.waits.size !== count) await client.call('Session.list');
}

describe('a WebSocket', () => {
  it('uses no compression', async () => {
    const { url } = await running();
    const socket = new WebSocket(url, { perMessageDeflate: true });
    await once(socket, 'open');
    expect(socket.extensions).toBe('');
    socket.terminate();
  });

  it('sends a large reply in one text frame', async () => {
    const server = await running();
    const socket = await raw(server.port);
    const create = { method: 'Session.create', params: { shell: '/bin/cat', cols: 200, rows: 100 } };
    socket.say({ ...create, id: 1 });
    await socket.frame();
    socket.say({ method: 'Screen.getContents', params: { sessionId: 's1' }, id: 2 });
    const { first, text } = await socket.frame();
    expect(first).toBe(0x81);
    expect(text.length).toBeGreaterThan(1024 * 1024);
    expect(JSON.parse(text).result.cells).toHaveLength(100);
    socket.end();
  });

  it('sends nothing unrequested, and no error on success', async () => {
    const server = await running();
    const client = await server.connect();
    const sessionId = await client.session("printf '\\007hello'; cat");
    await client.shows(sessionId, 'hello');
    await client.call('Terminal.resize', { sessionId, cols: 100, rows: 30 });
    await client.call('Session.destroy', { sessionId });
    expect(client.frames).toHaveLength(4);
    for (const frame of client.frames) expect(frame).not.toContain('error');
  });

  it.each([
    ['no JSON', '{', { id: null, error: { code: -32700 } }],
    ['an empty frame', '', { id: null, error: { code: -32700 } }],
    ['no request', '1', { id: null, error: { code: -32600 } }],
    ['an empty batch', '[]', { id: null, error: { code: -32600 } }],
    ['lines within', '{\n"jsonrpc": "2.0",\n"id": "a",\n"method": "Wrightty.getInfo"\n}', { id: 'a' }],
    [
      'a batch',
      `[${getInfo},{"jsonrpc":"2.0","id":2,"method":"x"}]`,
      [{ id: 1 }, { error: { code: -32601 } }],
    ],
  ])('answers %s', async (_, text, answer) => {
    const server = await running();
    const client = await server.connect();
    const next = client.nextFrame();
    client.send(text);
    expect(await next).toMatchObject(answer);
  });

  it('is accepted on any path', async () => {
    const { url } = await running();
    const socket = new WebSocket(`${url}/any/path?and=more`);
    await once(socket, 'open');
    socket.terminate();
  });

  it('accepts a message up to the limit, refuses a larger one, and closes at twice the limit', async () => {
    const server = await running();
    const client = await server.connect();
    const blanks = (bytes: number) => getInfo + ' '.repeat(bytes - getInfo.length);
    const next = client.nextFrame();
    client.send(blanks(limits.wrighttyFrameBytes));
    expect(await next).toMatchObject({ id: 1, result: {} });
    const refused = client.nextFrame();
    client.send(blanks(limits.wrighttyFrameBytes + 1));
    expect(await refused).toMatchObject({ id: 1, error: { code: -32600 } });
    client.send(blanks(2 * limits.wrighttyFrameBytes + 1));
    const [code] = await once(client.socket, 'close');
    expect(code).toBe(1009);
  });

  it('replies to a ping', async () => {
    const server = await running();
    const client = await server.connect();
    client.socket.ping('x');
    const [data] = await once(client.socket, 'pong');
    expect(String(data)).toBe('x');
    expect(client.frames).toEqual([]);
  });

  it('ends its waits and subscriptions when its client disconnects; sessions stay', async () => {
    const server = await running();
    const [client, other] = [await server.connect(), await server.connect()];
    const sessionId = await client.session('cat');
    await client.call('Events.subscribe', { sessionId, events: ['*'] });
    void client.ask('Screen.waitForText', { sessionId, pattern: 'never' });
    await waits(server, other, 1);
    client.socket.close();
    await once(client.socket, 'close');
    await waits(server, other, 0);
    expect((await other.call('Session.list')).sessions).toHaveLength(1);
  });

  it('is closed cleanly when the server ends', async () => {
    const server = await running();
    const client = await server.connect();
    const closed = once(client.socket, 'close');
    await server.server.close();
    expect((await closed)[0]).toBe(1000);
  });

  it('uses TCP keep-alive when it is idle', async () => {
    const clock = new ByHand();
    const keepsAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
    const server = await running({ server: { clock } });
    const client = await raw(server.port);
    expect(keepsAlive).toHaveBeenCalledWith(true, limits.webPingMs);
    keepsAlive.mockRestore();
    for (const _ of [1, 2, 3]) clock.pass(limits.webPingMs);
    const answer = client.frame();
    client.say({ id: 1, method: 'Wrightty.getInfo' });
    const { first, text } = await answer;
    expect(first).toBe(0x81);
    expect(JSON.parse(text)).toMatchObject({ id: 1 });
    client.end();
  });

  it('is refused at the connection limit', async () => {
    const server = await running();
    const clients = await Promise.all(Array.from({ length: limits.connections }, () => server.connect()));
    await Promise.all(clients.map((client) => client.call('Wrightty.getInfo')));
    expect(await handshake(server.port, [`Host: 127.0.0.1:${server.port}`])).toBe('503');
    expect(clients).toHaveLength(limits.connections);
  });

  it('of a client that does not read is closed, without effect on others', async () => {
    const server = await running({ server: { clock: hurried(limits.stalledClientMs) } });
    const [slow, other] = [await raw(server.port), await server.connect()];
    const sessionId = await other.session('cat', { cols: 200, rows: 100 });
    slow.socket.pause();
    const closed = once(slow.socket, 'close');
    for (let id = 0; id < 8; id += 1) slow.say({ id, method: 'Screen.getContents', params: { sessionId } });
    await gone(server, other, 1);
    expect((await other.call('Session.list')).sessions).toHaveLength(1);
    slow.socket.resume();
    await closed;
  });

  it('of a client that does not finish a message is closed', async () => {
    const server = await running({ server: { clock: hurried(limits.frameFinishMs) } });
    const slow = await raw(server.port);
    slow.socket.write(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4, 5]));
    await once(slow.socket, 'close');
  });
});

/** A clock on which the deadline of `ms` expires after 50 ms. Other deadlines are unchanged. */
function hurried(ms: number) {
  const clock = inProcessServer().world.clock;
  return {
    now: () => clock.now(),
    wall: () => clock.wall(),
    after: (delay: number, due: () => void) => clock.after(delay === ms ? 50 : delay, due),
  };
}

async function gone({ server }: Wright, client: { call(method: string): Promise<unknown> }, count: number) {
  while (server.connections > count) await client.call('Session.list');
}

interface Raw {
  readonly socket: Socket;
  say(request: object): void;
  /** The next whole frame: its first byte, and its payload as text. */
  frame(): Promise<{ first: number; text: string }>;
  end(): void;
}

/** A client written from the document, without a WebSocket library. It reads one frame at a time. */
async function raw(port: number): Promise<Raw> {
  const socket = createConnection(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toMatch(/^HTTP\/1.1 101 [\s\S]*s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=[\s\S]*\r\n\r\n$/);
  let bytes = Buffer.alloc(0);
  let arrived = () => {};
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    arrived();
  });
  const has = (count: number) =>
    new Promise<void>((resolve) => {
      arrived = () => bytes.length >= count && resolve();
      arrived();
    });
  return {
    socket,
    say: (request) => socket.write(masked(JSON.stringify({ jsonrpc: '2.0', ...request }))),
    frame: async () => {
      await has(2);
      const [first, short] = [bytes[0]!, bytes[1]!];
      const headBytes = short < 126 ? 2 : short === 126 ? 4 : 10;
      await has(headBytes);
      const length =
        short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
      await has(headBytes + length);
      const text = bytes.subarray(headBytes, headBytes + length).toString();
      bytes = bytes.subarray(headBytes + length);
      return { first, text };
    },
    end: () => socket.destroy(),
  };
}

/** A client frame of less than 64 KiB. A mask of zeros leaves the payload unchanged. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text);
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0xfe, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), payload]);
}
