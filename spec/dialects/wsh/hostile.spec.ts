/** Hostile or broken clients, which must not affect others. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { limits } from '#limits.ts';
import { type Client, type Wsh, wshServer } from './running.ts';

const open: Wsh[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function running(): Promise<{ server: Wsh; client: Client }> {
  const server = await wshServer();
  open.push(server);
  const client = await server.connect();
  await client.session('dev', "printf '$ '; exec cat", '$');
  return { server, client };
}

const lives = (client: Client) =>
  expect(client.call('get_screen', {}, 'dev')).resolves.toHaveProperty('rows', 24);

describe('a client that sends', () => {
  it('invalid text gets an error, each time', async () => {
    const { server, client } = await running();
    const junk = await server.connect();
    for (let round = 0; round < 50; round++) junk.socket.send(randomBytes(round * 7 + 1).toString('latin1'));
    await junk.until(() => junk.messages.length > 50);
    expect(junk.messages.slice(1).every(({ error }) => error.code === 'invalid_request')).toBe(true);
    await lives(junk);
    await lives(client);
  });

  it('invalid UTF-8 gets an error', async () => {
    const { server, client } = await running();
    const junk = await server.connect();
    junk.socket.send(Buffer.from([0xff, 0xfe, 0, 1]));
    await junk.next(({ error }) => error?.code === 'invalid_request');
    await lives(client);
  });

  it('a megabyte is served, more than the limit is refused, and twice the limit is disconnected', async () => {
    const { server, client } = await running();
    const large = await server.connect();
    expect(await large.call('send_input', { data: 'x'.repeat(1024 * 1024) }, 'dev')).toEqual({});
    large.socket.send('x'.repeat(limits.frameBytes + 1));
    const refused = await large.next(({ error }) => error !== undefined);
    expect(refused.error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('too long'),
    });
    await lives(large);
    large.socket.send('x'.repeat(2 * limits.frameBytes + 1));
    expect((await large.closed).code).toBe(1009);
    await lives(client);
  });

  it('too many requests gets an error', async () => {
    const { client } = await running();
    const waits = Array.from({ length: limits.pendingRequests + 1 }, (_, at) => ({
      id: at,
      method: 'await_quiesce',
      session: 'dev',
      params: { timeout_ms: 3_000_000 },
    }));
    for (const wait of waits) client.socket.send(JSON.stringify(wait));
    const last = await client.next(
      ({ id, method }) => method === 'await_quiesce' && id === limits.pendingRequests - 2,
    );
    expect(last.error.code).toBe('idle_superseded');
    await lives(client);
  });

  it('keys of the object prototype gets an error with its id', async () => {
    const { client } = await running();
    const message = '{"id":"x","method":"create_session","params":{"env":{"__proto__":{"a":1}}}}';
    const answer = await client.say(message, ({ id }) => id === 'x');
    expect(answer).toMatchObject({ method: 'create_session', error: { code: 'invalid_request' } });
  });
});

describe('a person who pastes', () => {
  it('a long text does not block others, and is typed completely', async () => {
    const { server, client } = await running();
    await client.session('counts', 'stty raw -echo; printf ready; head -c 200000 | sha1sum', 'ready');
    const stream = new WebSocket(`${server.url}/sessions/counts/ws/raw`);
    await once(stream, 'open');
    await client.call('subscribe', { events: ['lines'], format: 'plain' }, 'counts');
    const text = Buffer.from('0123456789é'.repeat(20_000)).subarray(0, 200_000);
    stream.send(text);
    await lives(client);
    const sum = createHash('sha1').update(text).digest('hex');
    await client.event('line', ({ line }) => line.includes(sum));
  });

  it('more than a program reads is disconnected', async () => {
    const { server, client } = await running();
    await client.session('deaf', 'stty raw -echo; printf ready; exec sleep 1000', 'ready');
    const data = 'x'.repeat(3 * 1024 * 1024);
    while ((await client.ask('send_input', { data }, 'deaf')).error === undefined);
    const stream = new WebSocket(`${server.url}/sessions/deaf/ws/raw`);
    const closed = once(stream, 'close') as Promise<[number]>;
    await once(stream, 'open');
    stream.send(data);
    expect((await closed)[0]).toBe(1000);
    await lives(client);
  });
});

describe('a client that does not read', () => {
  it('gets `lagged`, then the full screen, without cost for others', async () => {
    const { server, client } = await running();
    // Alternating styles make a screen take megabytes to serialize.
    const row = '$(printf "\\033[31mx\\033[32my%.0s" $(seq 200))';
    const draw = `row="${row}"; for at in $(seq 199); do printf %s "$row"; done; printf ready`;
    const command = `stty -echo; ${draw}; while read -r n; do printf $n; done`;
    await client.call('create_session', { name: 'large', command, rows: 200, cols: 400 });
    await client.shows('large', 'ready');
    const [slow, fast] = [await server.connect('/sessions/large/ws/json'), await server.connect()];
    for (const [each, name] of [[slow], [fast, 'large']] as const)
      await each.call('subscribe', { events: ['lines'], interval_ms: 0, format: 'plain' }, name);
    slow.socket.pause();
    // More than the kernel buffers for a client that does not read.
    for (let requested = 0; requested < 7; requested++) slow.socket.send('{"method":"get_screen"}');
    for (let round = 0; round < 20; round++) {
      await client.call('send_input', { data: `${round},\n` }, 'large');
      await fast.event('line', ({ line }) => line.includes(`,${round},`) || line.includes(`ready${round},`));
    }
    await lives(client);
    slow.socket.resume();
    const lagged = await slow.event('lagged');
    expect(lagged).toMatchObject({ type: 'lagged', skipped: expect.any(Number) });
    const sync = await slow.event('sync', ({ seq }) => seq > lagged.seq);
    expect(sync.screen.lines[199]).toContain('ready0,1,');
    expect(sync.screen.lines[199]).toContain(',19,');
    expect(slow.events('line').length).toBeLessThan(20);
  });
});
