/** The password of a listener: access without it, the time limit to authenticate, and the limit on guesses. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { serveSocket } from '#server/unixListener.ts';
import { clientNetwork } from '#server/webAddress.ts';
import { NotingClient } from '../../harness/connection.ts';
import { ByHand } from './byHand.ts';
import { type Client, type RunningOptions, type Wright, wright } from './running.ts';

const open: { close(): Promise<void> }[] = [];

async function running(options?: RunningOptions): Promise<{ server: Wright; client: Client }> {
  const server = await wright(options);
  open.push(server);
  return { server, client: await server.connect() };
}

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const password = 'correct horse battery';
const authenticate = 'Wrightty.authenticate';
const wrong = { password: 'wrong' };

describe('a password', () => {
  it('is required by all methods except getInfo', async () => {
    const { client } = await running({ password });
    expect((await client.call('Wrightty.getInfo')).authentication).toBe('password');
    const requested: readonly (readonly [string, object])[] = [
      ['Session.list', {}],
      ['Session.create', {}],
      ['Screen.waitForText', { sessionId: '0', pattern: 'x' }],
      ['Recording.startVideo', { sessionId: '0' }],
    ];
    for (const [method, params] of requested) expect(await client.code(method, params)).toBe(1010);
    expect(await client.code(authenticate, wrong)).toBe(1009);
    expect(await client.code('Session.list')).toBe(1010);
    expect(await client.call(authenticate, { password })).toEqual({ authenticated: true });
    expect(await client.call('Session.list')).toEqual({ sessions: [] });
  });

  it('is valid for one connection', async () => {
    const { server, client } = await running({ password });
    await client.call(authenticate, { password });
    expect(await (await server.connect()).code('Session.list')).toBe(1010);
  });

  it('is not required if none is set, and any is accepted', async () => {
    const { client } = await running();
    expect(await client.call(authenticate, { password: 'any' })).toEqual({ authenticated: true });
  });
});

describe('an unauthenticated client', () => {
  it('has limited time to authenticate; an authenticated one may stay', async () => {
    const clock = new ByHand();
    const { server, client: silent } = await running({ password, server: { clock } });
    const known = await server.connect();
    await known.call(authenticate, { password });
    const closed = once(silent.socket, 'close');
    clock.pass(limits.authenticateMs);
    await closed;
    expect(await known.call('Session.list')).toEqual({ sessions: [] });
  });

  it('blocks neither authenticated clients nor the owner of a socket, and is evicted for newer ones', async () => {
    const { server, client: first } = await running({ password });
    const gone = once(first.socket, 'close');
    await Promise.all(Array.from({ length: limits.connections }, () => server.connect()));
    await gone;
    const owner = await server.connect();
    await owner.call(authenticate, { password });
    expect(await owner.call('Session.list')).toEqual({ sessions: [] });
    const folder = mkdtempSync(join(tmpdir(), 'ptywright-'));
    const path = join(folder, 'p.sock');
    const listening = await serveSocket(server.server, () => server.server.native, path, 'ndjson');
    const stream = createConnection(path);
    const native = new NotingClient({ input: stream, output: stream, framing: 'ndjson' });
    expect(await native.request('session.list', {})).toMatchObject({ sessions: [] });
    await listening.close();
    await native.close();
    rmSync(folder, { recursive: true });
  });

  it('does not block the owner of a socket without a password', async () => {
    const { server, client } = await running();
    const others = await Promise.all(Array.from({ length: limits.connections - 1 }, () => server.connect()));
    await Promise.all([client, ...others].map((one) => one.call('Wrightty.getInfo')));
    expect(['web', 'socket'].map((over) => server.server.hasRoom(over as 'web' | 'socket'))).toEqual([
      false,
      true,
    ]);
  });
});

describe('a client that guesses', () => {
  it('is disconnected', async () => {
    const { client } = await running({ password });
    const closed = once(client.socket, 'close');
    const codes = [];
    for (let tries = 0; tries < limits.passwordTries; tries += 1)
      codes.push(await client.code(authenticate, { password: String(tries) }));
    expect(codes).toEqual(Array(limits.passwordTries).fill(1009));
    await closed;
  });

  it('is locked out for a growing time, on every connection', async () => {
    const clock = new ByHand();
    const { server } = await running({ password, server: { clock } });
    const guess = async (given: object) => (await server.connect()).ask(authenticate, given);
    for (let tries = 0; tries < limits.passwordTries; tries += 1)
      expect((await guess(wrong)).error?.code).toBe(1009);
    const early = await guess({ password });
    expect(early.error?.code).toBe(1009);
    expect(early.error?.message).toContain(`try again in ${limits.passwordPauseMs} ms`);
    expect(early.error?.data).toMatchObject({ retryMs: limits.passwordPauseMs });
    clock.pass(limits.passwordPauseMs);
    expect((await guess(wrong)).error?.code).toBe(1009);
    expect((await guess({ password })).error?.data).toMatchObject({ retryMs: 2 * limits.passwordPauseMs });
    clock.pass(2 * limits.passwordPauseMs);
    expect((await guess({ password })).result).toEqual({ authenticated: true });
  });

  it('gets no more attempts in a batch', async () => {
    const { client } = await running({ password });
    const one = (given: object, id: number) => ({ jsonrpc: '2.0', id, method: authenticate, params: given });
    const tries = [...Array(limits.passwordTries).fill(wrong), { password }];
    const answered = client.nextFrame();
    client.send(JSON.stringify(tries.map(one)));
    const replies = (await answered) as { error?: { code: number } }[];
    expect(replies.map(({ error }) => error?.code)).toEqual(Array(tries.length).fill(1009));
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::1', '0:0:0:0'],
    ['2001:db8::7', '2001:db8:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    [undefined, ''],
  ])('is identified by its address: %s', (address, place) => expect(clientNetwork(address)).toBe(place));
});
