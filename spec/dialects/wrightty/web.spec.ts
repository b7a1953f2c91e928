/**
 * Access to a web listener: addresses, origins, credentials and limits.
 *
 * Long because the cases of access form one table.
 */
import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { checkOrigin } from '#server/authentication.ts';
import { serveHttp } from '#server/httpListener.ts';
import { isLoopback, parseWebAddress } from '#server/webAddress.ts';
import { inProcessServer } from '../../harness/server.ts';
import { handshake } from './handshake.ts';
import { type RunningOptions, type Wright, wright } from './running.ts';

const open: Wright[] = [];

async function running(options?: RunningOptions): Promise<Wright> {
  const server = await wright(options);
  open.push(server);
  return server;
}

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

function ask(port: number, method: string, body = '', headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const requested = request({ host: '127.0.0.1', port, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode!, body: text, headers: response.headers }),
      );
    });
    requested.on('error', reject).end(body);
  });
}

const none = { name: 'WRIGHTTY_PASSWORD', kind: 'password', value: undefined } as const;
const json = { 'content-type': 'application/json' };
const getInfo = '{"jsonrpc":"2.0","id":1,"method":"Wrightty.getInfo"}';
const post = (port: number, body: string, headers: Record<string, string> = json) =>
  ask(port, 'POST', body, headers);

const cases: readonly (readonly [title: string, headers: readonly string[], status: string])[] = [
  ['the address', ['Host: 127.0.0.1:PORT'], '101'],
  ['localhost, in any case', ['Host: LocalHost:PORT'], '101'],
  ['the other loopback', ['Host: [::1]:PORT'], '101'],
  ['no Host', [], '403'],
  ['a name of others', ['Host: evil.example:PORT'], '403'],
  ['a name that points here', ['Host: 127.0.0.1.nip.example:PORT'], '403'],
  ['another port', ['Host: 127.0.0.1:1'], '403'],
  ['no port', ['Host: 127.0.0.1'], '403'],
  ['our own page', ['Host: 127.0.0.1:PORT', 'Origin: http://127.0.0.1:PORT'], '101'],
  ['our own page, by the other name', ['Host: LocalHost:PORT', 'Origin: http://localhost:PORT'], '101'],
  ['a page of another name here', ['Host: 127.0.0.1:PORT', 'Origin: http://localhost:PORT'], '403'],
  ['a page without an origin', ['Host: 127.0.0.1:PORT', 'Origin: null'], '403'],
  ['a page of others', ['Host: 127.0.0.1:PORT', 'Origin: https://evil.example'], '403'],
  ['a page of another server here', ['Host: 127.0.0.1:PORT', 'Origin: http://localhost:3000'], '403'],
];

describe('Host and Origin', () => {
  it.each(cases)('%s', async (_, headers, status) => {
    const { port } = await running();
    const here = headers.map((header) => header.replace('PORT', String(port)));
    expect(await handshake(port, here)).toBe(status);
  });

  it.each(cases.filter(([, [host]]) => host))('%s, in a POST', async (_, headers, status) => {
    const { port } = await running();
    const given = headers.map(
      (header) => header.replace('PORT', String(port)).split(': ') as [string, string],
    );
    const { status: came, headers: answered } = await post(port, getInfo, {
      ...json,
      ...Object.fromEntries(given),
    });
    expect(came).toBe(status === '101' ? 200 : 403);
    expect(answered).not.toHaveProperty('access-control-allow-origin');
  });

  it.each([
    ['[::1]:9420', undefined, undefined],
    ['192.0.2.7:9420', undefined, undefined],
    ['box.example:9420', undefined, undefined],
    ['evil.example:9420', undefined, /Host/],
    ['192.0.2.7:9420', 'http://192.0.2.7:9420', undefined],
    ['192.0.2.7:9420', 'http://evil.example:9420', /Origin/],
  ])('of a server for other machines: %s from %s', (host, origin, why) => {
    const said = checkOrigin({ host, origin }, { host: 'box.example', port: 9420 });
    if (why) expect(said).toMatch(why);
    else expect(said).toBeUndefined();
  });
});

describe('an address', () => {
  it.each([
    ['//127.0.0.1:9420', { host: '127.0.0.1', port: 9420 }],
    ['//localhost', { host: 'localhost', port: undefined }],
    ['//[::1]:0/', { host: '::1', port: 0 }],
  ])('%s', (text, address) => expect(parseWebAddress(text)).toEqual(address));

  it.each(['127.0.0.1:9420', '//', '//:1', '//a:b', '//127.0.0.1:65536', '//127.0.0.1/path'])(
    'not %s',
    (text) => expect(typeof parseWebAddress(text)).toBe('string'),
  );

  it.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['127.0.0.1.example', false],
  ])('%s is loopback: %s', (host, is) => expect(isLoopback(host)).toBe(is));

  it('that other machines can reach requires a strong password', async () => {
    await expect(running({ host: '0.0.0.0' })).rejects.toThrow('WRIGHTTY_PASSWORD');
    await expect(running({ host: '0.0.0.0', password: 'short' })).rejects.toThrow('16 characters');
    const { port } = await running({ host: '0.0.0.0', password: 'long enough to be one' });
    expect((await post(port, getInfo)).status).toBe(200);
  });

  it('without a port uses the first free port that clients try', async () => {
    const server = inProcessServer();
    const address = { host: '127.0.0.1', port: undefined };
    const learnt = await server.loadDialect('wrightty');
    const speak = () => learnt({ options: { wire: 'document' }, command: [] });
    const one = await serveHttp(server, { address, secret: none, createEndpoint: speak });
    const other = await serveHttp(server, { address, secret: none, createEndpoint: speak });
    const [first, second] = [one, other].map(({ path }) => Number(path.split(':').at(-1)));
    expect(first).toBeGreaterThanOrEqual(9420);
    expect(second).toBeGreaterThan(first!);
    expect(second).toBeLessThanOrEqual(9520);
    await Promise.all([one.close(), other.close(), server.close()]);
  });

  it('that is in use is refused', async () => {
    const { port } = await running();
    const server = inProcessServer();
    const learnt = await server.loadDialect('wrightty');
    const speak = () => learnt({ options: { wire: 'document' }, command: [] });
    const settings = { address: { host: '127.0.0.1', port }, secret: none, createEndpoint: speak };
    await expect(serveHttp(server, settings)).rejects.toThrow('EADDRINUSE');
    await server.close();
  });
});

describe('a POST', () => {
  it('gets a reply', async () => {
    const { port } = await running();
    const { status, body, headers } = await post(port, getInfo);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', id: 1, result: { version: '0.1.0' } });
  });

  it.each([
    ['a batch', `[${getInfo},{"jsonrpc":"2.0","id":2,"method":"x"}]`, 200, /"id":1.*"id":2/],
    ['no JSON', '{', 200, /-32700/],
    ['nothing', '', 200, /-32700/],
    ['no version', '{"id":1,"method":"Wrightty.getInfo"}', 200, /-32600/],
    ['a notification', '{"jsonrpc":"2.0","method":"Wrightty.getInfo"}', 204, /^$/],
  ])('of %s', async (_, body, status, answer) => {
    const { port } = await running();
    const came = await post(port, body);
    expect(came.status).toBe(status);
    expect(came.body).toMatch(answer);
  });

  it('may create sessions, and is refused subscriptions', async () => {
    const server = await running();
    const call = async (method: string, params: object) =>
      JSON.parse(
        (await post(server.port, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).body,
      ) as { result: Record<string, string>; error?: { code: number; message: string } };
    const { sessionId } = (await call('Session.create', { shell: '/bin/sh' })).result;
    const { error } = await call('Events.subscribe', { sessionId, events: ['Terminal.bell'] });
    expect(error).toMatchObject({ code: 1006, message: expect.stringContaining('a WebSocket') });
    const client = await server.connect();
    expect((await client.call('Session.list')).sessions).toHaveLength(1);
  });

  it('without a JSON content type is refused, because any page can send it', async () => {
    const { port } = await running();
    expect((await post(port, getInfo, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(port, getInfo, {})).status).toBe(415);
  });

  it('has a size limit', async () => {
    const { port } = await running();
    expect((await post(port, ' '.repeat(limits.wrighttyFrameBytes + 1))).status).toBe(413);
  });

  it.each(['GET', 'PUT', 'OPTIONS', 'DELETE'])('is not %s', async (method) => {
    const { port } = await running();
    const { status, headers } = await ask(port, method);
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });
});
