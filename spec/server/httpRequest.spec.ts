import { createConnection } from 'node:net';
import { afterEach, describe, it } from 'vitest';
import { type RunningOptions, type Wright, wright } from '../dialects/wrightty/running.ts';

const open: Wright[] = [];

async function running(options?: RunningOptions): Promise<Wright> {
  const server = await wright(options);
  open.push(server);
  return server;
}

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

describe('a POST', () => {
  it('ends its wait when its client disconnects', async () => {
    const server = await running();
    const client = await server.connect();
    const sessionId = await client.session('cat');
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'Screen.waitForText',
      params: { sessionId, pattern: 'x' },
    });
    const socket = createConnection(server.port, '127.0.0.1');
    const head = `POST / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    await waits(server, client, 1);
    socket.destroy();
    await waits(server, client, 0);
  });
});

/** Sends requests until a session has `count` waits. Each request runs in another turn of the event loop. */
async function waits({ server }: Wright, client: { call(method: string): Promise<unknown> }, count: number) {
  while (server.world.sessions.all()[0]!.waits.size !== count) await client.call('Session.list');
}
