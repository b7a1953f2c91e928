/** The channel on real sockets: clients that stop writing, stop reading, or disconnect. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import type { ChannelLimits } from '#rpc/channel.ts';
import { Channel, type CloseReason } from '#rpc/channel.ts';
import type { RpcMessage } from '#rpc/envelope.ts';
import { answers, frames, handTimer } from './conversation.ts';

let folder: string;
let server: net.Server;
let path: string;

function promised<Value>() {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

interface Served {
  readonly channel: Channel;
  readonly request: Promise<RpcMessage>;
  readonly closed: Promise<CloseReason>;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wire-'));
  path = join(folder, 's');
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

interface Setting {
  readonly handle?: typeof answers;
  readonly timer?: typeof systemClock | ReturnType<typeof handTimer>;
  readonly bounds?: Partial<ChannelLimits>;
}

/** Listens, connects one client, and returns both ends. */
async function connected({ handle = answers, timer = systemClock, bounds = {} }: Setting = {}) {
  const accepted = promised<Served>();
  server = net.createServer((socket) => {
    const requested = promised<RpcMessage>();
    const closed = promised<CloseReason>();
    const channel = new Channel(
      { input: socket, output: socket, framing: 'ndjson', limits: { ...limits, ...bounds }, timer },
      {
        message(message) {
          requested.resolve(message);
          handle(message, channel);
        },
        closed: closed.resolve,
      },
    );
    accepted.resolve({ channel, request: requested.promise, closed: closed.promise });
  });
  await once(server.listen(path), 'listening');
  const client = net.connect({ path, allowHalfOpen: true });
  await once(client, 'connect');
  return { client, ...(await accepted.promise) };
}

const line = (id: unknown, params: unknown = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'echo', params })}\n`;

async function everything(client: net.Socket): Promise<unknown[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of client) chunks.push(chunk as Buffer);
  return frames(Buffer.concat(chunks), 'ndjson');
}

describe('a client on a socket', () => {
  it('gets its replies after it has stopped writing', async () => {
    const held: (() => void)[] = [];
    const both = promised<void>();
    const { client, closed } = await connected({
      handle: (message, channel) => {
        if (held.push(() => answers(message, channel)) === 2) both.resolve();
      },
    });
    client.end(line(1) + line(2).trimEnd());
    const replies = everything(client);
    await both.promise;
    for (const answer of held) answer();
    expect(await replies).toHaveLength(2);
    expect(await closed).toBe('ended');
  });

  it('that closes during its request is noticed without a write to it', async () => {
    const { client, request, closed } = await connected({ handle: () => {} });
    client.write(line(1));
    await request;
    client.destroy();
    expect(await closed).toBe('reset');
  });

  it('that closes before its reply does no harm', async () => {
    const { client, request, closed, channel } = await connected({ handle: () => {} });
    client.write(line(1));
    await request;
    client.destroy();
    channel.reply(1, { result: 'x'.repeat(1e6) });
    channel.notify('changed');
    expect(await closed).toBe('reset');
  });

  it('gets merged notifications while it does not read, is then disconnected, and stays within the bound on memory', async () => {
    const timer = handTimer();
    const { channel, closed } = await connected({ timer });
    const text = 'x'.repeat(10_000);
    const before = process.memoryUsage().rss;
    let sent = 0;
    for (; !channel.clogged; sent++) {
      channel.notify('output', { text });
      if (sent % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(sent * text.length).toBeGreaterThan(limits.outboxPauseBytes);
    expect(process.memoryUsage().rss - before).toBeLessThan(32e6);
    expect(timer.armed()).toEqual([limits.stalledClientMs]);
    timer.fire();
    expect(await closed).toBe('stalled');
  });

  it('gets everything when it reads late, and the server is notified that it caught up', async () => {
    const { client, channel } = await connected();
    const text = 'x'.repeat(10_000);
    for (let sent = 0; sent < 300; sent++) channel.notify('output', { text });
    expect(channel.clogged).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    channel.end();
    expect(await everything(client)).toHaveLength(300);
    client.destroy();
  });

  it('is answered a mebibyte both ways', async () => {
    const { client } = await connected();
    const params = { text: 'é'.repeat(512 * 1024) };
    client.end(line(1, params));
    expect(await everything(client)).toEqual([{ jsonrpc: '2.0', id: 1, result: params }]);
  });
});
