/** The page on a listener: who may open it, its headers, and what its connection may call. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { WebClient } from '#client/index.ts';
import { pageDialect as asDeclared } from '#dialects/ptywright/pageDialect.ts';
import type { z } from '#platform/schema.ts';
import { dialectDefinitions } from '#server/dialects.ts';
import { serveHttp } from '#server/httpListener.ts';
import { defaultOptions } from '#server/listenAddress.ts';
import type { ServerOptions } from '#server/server.ts';
import { program } from '../harness/programs.ts';
import { inProcessServer, runInProcess } from '../harness/server.ts';
import { chromium, Profile } from '../page/chromium.ts';
import { upgraded } from './upgraded.ts';

const open: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function served(options: Partial<ServerOptions> = {}) {
  const { client, close } = runInProcess('ndjson', options);
  open.push(close);
  const { url } = await client.calls.server.open_page({});
  const { origin, host, hash } = new URL(url);
  return { client, url, origin, host, key: hash.slice('#key='.length) };
}

async function ask(url: string, method = 'GET', headers: Record<string, string> = {}) {
  const requested = request(url, { method, headers, agent: false }).end();
  const [response] = (await once(requested, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += piece as string;
  return { status: response.statusCode, headers: response.headers, text };
}

async function ticketFor(origin: string, key: string): Promise<string> {
  const { text } = await ask(`${origin}/auth/ws-ticket`, 'POST', { authorization: `Bearer ${key}` });
  return (JSON.parse(text) as { ticket: string }).ticket;
}

/** Connects like the page. */
async function connect(host: string, origin: string, key: string): Promise<WebClient> {
  const socket = new WebSocket(`ws://${host}/watch/calls?ticket=${await ticketFor(origin, key)}`, { origin });
  open.push(() => socket.terminate());
  await once(socket, 'open');
  return new WebClient(socket);
}

describe('the page', () => {
  it('is served with a policy that permits nothing from outside', async () => {
    const { origin } = await served();
    const page = await ask(`${origin}/watch/`);
    expect(page.status).toBe(200);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|nonce|\*|https?:/);
    expect(page.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(page.text).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\bon\w+=|\bstyle=|https?:\/\//);
  });

  it('has its policy in every response, and answers HEAD for each of its files', async () => {
    const { origin } = await served();
    const { headers, text } = await ask(`${origin}/watch/`);
    const head = await ask(`${origin}/watch/`, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      String(Buffer.byteLength(text)),
    ]);
    for (const path of ['/watch', '/watch/nothing', '/watch/assets/..%2f..%2fcli.js'])
      expect((await ask(`${origin}${path}`)).headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': headers['content-security-policy'],
      });
    expect((await ask(`${origin}/watch/`, 'POST')).headers).toMatchObject({ allow: 'GET, HEAD' });
  });

  it.each(['ptywright', 'wsh'])('is served once beside a listener of %s', async (dialect) => {
    const server = inProcessServer();
    const definition = dialectDefinitions.get(dialect)!;
    const speak = await server.loadDialect(dialect);
    const { routes } = speak({ options: defaultOptions(definition), command: [], url: 'ws://x' });
    const paths = routes!.map(({ path }) => path);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
    expect(paths).toContain('/watch/*');
  });

  it('serves all files that it loads, and nothing else', async () => {
    const { origin } = await served();
    const { text } = await ask(`${origin}/watch/`);
    const files = [...text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name!);
    expect(files.length).toBeGreaterThan(2);
    for (const name of [...files, 'fonts/text', 'fonts/text-bold-italic', 'fonts/symbols', 'fonts/emoji'])
      expect((await ask(`${origin}/watch/${name}`)).status, name).toBe(200);
    for (const name of ['..%2fcli.js', 'assets', 'fonts/ideographs', 'index.html/'])
      expect((await ask(`${origin}/watch/${name}`)).status, name).toBe(404);
    const bare = await ask(`${origin}/watch`);
    expect([bare.status, bare.headers.location]).toEqual([308, '/watch/']);
  });

  it('has one address for repeated requests', async () => {
    const { client, url } = await served();
    expect((await client.calls.server.open_page({})).url).toBe(url);
    expect(new URL(url).hostname).toBe('127.0.0.1');
  });
});

describe('the end of the page', () => {
  it('disconnects its viewers and invalidates the key; the next page has a new one', async () => {
    const { client, url, host, origin, key } = await served();
    const { session } = await client.calls.session.create(program('asks-name'));
    const page = await connect(host, origin, key);
    await page.calls.session.capture_input({ session });
    expect(await client.calls.server.close_page({})).toEqual({ closed: true });
    await page.closed;
    await expect(ask(`${origin}/watch/`)).rejects.toMatchObject({
      code: expect.stringMatching(/^ECONN(REFUSED|RESET)$/),
    });
    expect(await client.calls.session.info({ session })).toMatchObject({ holder: null });
    expect(await client.calls.server.close_page({})).toEqual({ closed: false });
    const again = await client.calls.server.open_page({ port: Number(new URL(url).port) });
    expect(new URL(again.url).origin).toBe(origin);
    expect((await ask(`${origin}/auth/ws-ticket`, 'POST', { authorization: `Bearer ${key}` })).status).toBe(
      403,
    );
  });
});

describe('a listener of ptywright for the web', () => {
  async function listening(value?: string) {
    const { client, server, close } = runInProcess();
    const speak = await server.loadDialect('ptywright');
    const {
      path,
      page,
      close: shut,
    } = await serveHttp(server, {
      address: { host: '127.0.0.1', port: 0 },
      secret: { ...dialectDefinitions.get('ptywright')!.web!.secret, value },
      createEndpoint: (url) => speak({ options: {}, command: [], url }),
    });
    open.push(() => Promise.all([close(), shut()]));
    return { client, path, page };
  }

  it('is spoken to by its path, with the token', async () => {
    const { path } = await listening('a-token-that-is-long-enough');
    expect(await upgraded(`${path}/ptywright`)).toBe(401);
    const socket = new WebSocket(`${path}/ptywright`, {
      headers: { authorization: 'Bearer a-token-that-is-long-enough' },
    });
    open.push(() => socket.terminate());
    await once(socket, 'open');
    const { calls } = new WebClient(socket);
    expect(await calls.session.list({})).toEqual({ sessions: [] });
  });

  it('requires a token only for the page of another dialect', async () => {
    const { server, close } = runInProcess();
    const speak = await server.loadDialect('wsh');
    const listener = await serveHttp(server, {
      address: { host: '127.0.0.1', port: 0 },
      secret: { name: 'WSH_TOKEN', kind: 'token', value: undefined },
      createEndpoint: (url) => speak({ options: { wire: 'document' }, command: [], url }),
    });
    open.push(() => Promise.all([close(), listener.close()]));
    const { path } = listener;
    const { origin, hash } = new URL(listener.page!);
    expect(await upgraded(`${path}/ws/json`)).toBe(101);
    expect(await upgraded(`${path}/watch/calls`)).toBe(401);
    const { text } = await ask(`${origin}/auth/ws-ticket`, 'POST');
    const { ticket } = JSON.parse(text) as { readonly ticket: string };
    expect(await upgraded(`${path}/ws/json?ticket=${ticket}`)).toBe(101);
    expect(await upgraded(`${path}/watch/calls?ticket=${ticket}`)).toBe(403);
    const bought = await ticketFor(origin, hash.slice('#key='.length));
    expect(await upgraded(`${path}/watch/calls?ticket=${bought}`)).toBe(101);
    expect((await ask(`${origin}/auth/ws-ticket`, 'POST', { authorization: 'Bearer x' })).status).toBe(403);
  });

  it('creates a token if none is given, unknown to other users of this machine', async () => {
    const { path, page } = await listening();
    const { origin, hash } = new URL(page!);
    expect(await upgraded(`${path}/ptywright`)).toBe(401);
    expect(await upgraded(`${path}/watch/calls`)).toBe(401);
    const authorization = `Bearer ${hash.slice('#key='.length)}`;
    expect(await upgraded(`${path}/ptywright`, { authorization })).toBe(101);
    const ticket = await ticketFor(origin, hash.slice('#key='.length));
    expect(await upgraded(`${path}/watch/calls?ticket=${ticket}`)).toBe(101);
  });

  it.skipIf(!chromium)(
    'serves the page beside it, which connects with that token (needs chromium)',
    async () => {
      const { client, page: url } = await listening();
      await client.calls.session.create({ ...program('asks-name'), name: 'beside' });
      const browser = await Profile.create();
      open.push(() => browser.close());
      const page = await browser.open(url!);
      await page.shows('.card', 'beside');
    },
  );
});

describe('the connection of the page', () => {
  it('is accepted only with the key', async () => {
    const { host, origin, key } = await served();
    const calls = `ws://${host}/watch/calls`;
    expect((await ask(`${origin}/auth/ws-ticket`, 'POST')).status).toBe(401);
    expect(
      (await ask(`${origin}/auth/ws-ticket`, 'POST', { authorization: 'Bearer xxxxxxxxxxxxxxxxxxxxxxxx' }))
        .status,
    ).toBe(403);
    expect(await upgraded(calls)).toBe(401);
    const ticket = await ticketFor(origin, key);
    expect(await upgraded(`${calls}?ticket=${ticket}`, { origin: 'http://elsewhere.example' })).toBe(403);
    expect(await upgraded(`${calls}?ticket=${ticket}`, { host: 'elsewhere.example' })).toBe(403);
    expect(await upgraded(`${calls}?ticket=${ticket}`, { origin })).toBe(101);
    expect(await upgraded(`${calls}?ticket=${ticket}`, { origin })).toBe(403);
  });

  it('exposes only what a viewer needs, and nothing raw', async () => {
    const { client, host, origin, key } = await served();
    const { session } = await client.calls.session.create(program('asks-name'));
    const { recording } = await client.calls.recording.start({ session, redact: false });
    const { calls } = await connect(host, origin, key);
    expect((await calls.session.list()).sessions).toEqual([session]);
    expect(await calls.session.snapshot({ session })).toMatchObject({ size: { cols: 80 } });
    const raw = { data: { fault: 'PermissionDenied', required_permission: 'raw.read' } };
    await expect(calls.session.snapshot({ session, redact: false })).rejects.toMatchObject(raw);
    await expect(calls.session.transcript({ session, redact: false })).rejects.toMatchObject(raw);
    await expect(calls.recording.read({ recording })).rejects.toMatchObject(raw);
    await expect(calls.session.attach({ session, raw: true })).rejects.toMatchObject({
      data: { fault: 'PermissionDenied' },
    });
    const unknown = { code: -32601 };
    await expect(calls.session.create(program('asks-name'))).rejects.toMatchObject(unknown);
    await expect(calls.session.kill({ session })).rejects.toMatchObject(unknown);
    await expect(
      calls.session.input({ session, action: { type: 'text', value: 'x' } }),
    ).rejects.toMatchObject(unknown);
    await expect(calls.server.open_page({})).rejects.toMatchObject(unknown);
  });

  it.each(
    [...asDeclared.methods.values()].flatMap(({ name, params }) =>
      Object.entries(params.shape as Record<string, z.ZodType>)
        .filter(([param, { description = '' }]) => /\braw|redact/i.test(`${param} ${description}`))
        .filter(([, shape]) => shape.safeParse(true).success)
        .map(([param, shape]) => [name, param, !shape.parse(undefined)] as const),
    ),
  )('has nothing raw, whatever the server was started with: %s %s %s', async (name, param, raw) => {
    const { client, host, origin, key } = await served({ rawView: true });
    const { session } = await client.calls.session.create(program('prints-ready'));
    const page = await connect(host, origin, key);
    await expect(page.send(name, { session, [param]: raw })).rejects.toMatchObject({
      data: { fault: 'PermissionDenied', required_permission: 'raw.read' },
    });
  });

  it('types only while it holds the input', async () => {
    const { client, host, origin, key } = await served();
    const { session } = await client.calls.session.create(program('asks-name'));
    const { calls } = await connect(host, origin, key);
    const { viewer } = await calls.session.attach({ session });
    const denied = { data: { fault: 'PermissionDenied', reason: expect.stringContaining('taken over') } };
    await expect(calls.session.type({ session, viewer, data: 'x' })).rejects.toMatchObject(denied);
    await calls.session.capture_input({ session });
    expect(await calls.session.type({ session, viewer, data: 'x' })).toEqual({ bytes: 1, captured: false });
    const held = { data: { fault: 'InputHeld' } };
    await expect(client.calls.session.capture_input({ session, take_over: true })).rejects.toMatchObject(
      held,
    );
    await client.calls.session.attach({ session, name: 'another person' });
    // Only another person can take it from a person.
    await client.calls.session.attach({ session });
    await client.calls.session.capture_input({ session, take_over: true });
    await expect(calls.session.type({ session, viewer, data: 'x' })).rejects.toMatchObject(denied);
  });

  it('keeps the size of sessions', async () => {
    const { client, host, origin, key } = await served();
    const { session } = await client.calls.session.create(program('asks-name'));
    const { calls } = await connect(host, origin, key);
    const denied = { data: { fault: 'PermissionDenied', required_permission: 'session.resize' } };
    const size = { rows: 10, cols: 40 };
    await expect(calls.session.attach({ session, size, resize: true })).rejects.toMatchObject(denied);
    const { viewer } = await calls.session.attach({ session, size });
    await expect(calls.session.view({ session, viewer, resize: true })).rejects.toMatchObject(denied);
    expect(await calls.session.info({ session })).toMatchObject({ size: { rows: 24, cols: 80 } });
  });

  it('releases the input when the page is closed', async () => {
    const { client, host, origin, key } = await served();
    const { session } = await client.calls.session.create(program('asks-name'));
    await client.calls.server.set_notifications({ enabled: true });
    const page = await connect(host, origin, key);
    await page.calls.session.capture_input({ session, name: 'ada' });
    const released = new Promise((resolve) => {
      client.news.session.held(({ holder }) => holder === null && resolve(null));
    });
    await page.close();
    await released;
    await client.calls.session.input({ session, action: { type: 'text', value: 'x' } });
  });

  it.skipIf(!chromium)('refuses a page of another origin, with any key (needs chromium)', async () => {
    const { host, origin, key } = await served();
    const elsewhere = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<p>'),
    );
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    open.push(() => elsewhere.close().closeAllConnections());
    const browser = await Profile.create();
    open.push(() => browser.close());
    const page = await browser.open(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    const ticket = await ticketFor(origin, key);
    const tried = (address: string) =>
      page.ask(`new Promise((resolve) => {
        const socket = new WebSocket(${JSON.stringify(address)});
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve('refused');
      })`);
    expect(await tried(`ws://${host}/watch/calls?ticket=${ticket}`)).toBe('refused');
    const fetched = `fetch('${origin}/auth/ws-ticket', { method: 'POST', headers: { authorization: 'Bearer ${key}' } })`;
    expect(await page.ask(`${fetched}.then(() => 'told', () => 'refused')`)).toBe('refused');
    expect(await page.ask(`fetch('${origin}/watch/').then(() => 'told', () => 'refused')`)).toBe('refused');
  });
});
