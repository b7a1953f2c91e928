/** Access to a TCP listener: real connections of another user and of the same user. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { dialectDefinitions } from '#server/dialects.ts';
import { serveHttp } from '#server/httpListener.ts';
import { freshHome, Ptywright } from '../cli/ptywright.ts';
import { inProcessServer } from '../harness/server.ts';
import { upgraded } from './upgraded.ts';

const isRoot = process.platform === 'linux' && process.geteuid?.() === 0;
const nobody = 65_534;
const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function serving(listen: string, env: Record<string, string> = {}, ...more: string[]) {
  const server = new Ptywright(['serve', '--listen', listen, ...more], {
    PTYWRIGHT_HOME: freshHome(),
    ...env,
  });
  open.push(async () => {
    server.process.kill();
    await server.ended;
  });
  await server.says('listening on ', 'stderr');
  const [, url] = /listening on (\S+)\n/.exec(server.stderr)!;
  return { server, url: url!, port: Number(new URL(url!).port) };
}

/** Sends the bytes as another user. Returns the output until the connection ended. */
async function sentAsNobody(port: number, bytes: string, leaves = false): Promise<string> {
  const script = `
    const socket = require('node:net').connect(${port}, '127.0.0.1', () => {
      socket.write(${JSON.stringify(bytes)}, () => ${leaves} && process.exit(0));
    });
    socket.on('error', () => process.exit(0)).pipe(process.stdout);
  `;
  const child = spawn(process.execPath, ['-e', script], {
    uid: nobody,
    gid: nobody,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  return said;
}

const posted = (port: number, path: string, body: object, more = '') => {
  const json = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${more}Connection: close\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
};

describe.skipIf(!isRoot)('a connection of another user (needs root on Linux, to become one)', () => {
  it.each([
    ['wsh+http://127.0.0.1:0', '/sessions', (command: string) => ({ name: 'x', command })],
    ['wsh+http://127.0.0.1:0?wire=client', '/sessions', (command: string) => ({ name: 'x', command })],
    [
      'wrightty+ws://127.0.0.1:0',
      '/',
      (command: string) => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'Session.create',
        params: { shell: '/bin/sh', args: ['-c', command] },
      }),
    ],
  ])('to %s is refused before anything is parsed', async (listen, path, creating) => {
    const { port, server } = await serving(listen);
    const made = join(freshHome(), 'made');
    const answer = await sentAsNobody(port, posted(port, path, creating(`: > ${made}`)));
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(answer).toMatch(/another user/);
    // A request that is not HTTP gets the same reply, because the connection is refused before it is parsed.
    expect(await sentAsNobody(port, 'not http\r\n\r\n')).toBe(answer);
    // A closed connection has no user: the kernel reports root.
    expect(await sentAsNobody(port, posted(port, path, creating(`: > ${made}`)), true)).toBe('');
    server.process.kill();
    await server.ended;
    expect(existsSync(made)).toBe(false);
  });

  it('is accepted with the configured token, and refused with a wrong one', async () => {
    const token = 'long-enough-to-be-one';
    const { port } = await serving('wsh+http://127.0.0.1:0', { WSH_TOKEN: token });
    const requestOf = (visible: string) =>
      sentAsNobody(
        port,
        `GET /sessions HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${visible}Connection: close\r\n\r\n`,
      );
    expect(await requestOf('')).toMatch(/^HTTP\/1\.1 401 /);
    expect(await requestOf('Authorization: Bearer long-enough-to-be-two\r\n')).toMatch(/^HTTP\/1\.1 403 /);
    expect(await requestOf(`Authorization: Bearer ${token}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('to ptywright needs the token that was made', async () => {
    const { port, server } = await serving('ptywright+ws://127.0.0.1:0');
    await server.says('key=', 'stderr');
    const [, key] = /key=([\w-]+)/.exec(server.stderr)!;
    const upgrade = (more: string) =>
      sentAsNobody(
        port,
        `GET /ptywright HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`,
        true,
      );
    expect(
      await sentAsNobody(
        port,
        `GET /ptywright HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1\.1 401 /);
    await upgrade(`Authorization: Bearer ${key}\r\n`);
  });

  it('is accepted with --no-auth, with a warning', async () => {
    const { port, server } = await serving('wsh+http://127.0.0.1:0', {}, '--no-auth');
    expect(await sentAsNobody(port, posted(port, '/sessions', { name: 'x', command: 'true' }))).toMatch(
      /^HTTP\/1\.1 201 /,
    );
    expect(server.stderr).toMatch(/WARNING: --no-auth: every user of this machine can run programs as /);
  });
});

describe('a connection of this user (needs Linux)', { skip: process.platform !== 'linux' }, () => {
  it('is accepted without a token, by WebSocket and by POST', async () => {
    const { port, url, server } = await serving('wrightty+ws://127.0.0.1:0');
    expect(server.stderr).not.toContain('WARNING');
    expect(await upgraded(url)).toBe(101);
    const { port: wsh } = await serving('wsh+http://127.0.0.1:0');
    expect((await fetch(`http://127.0.0.1:${wsh}/sessions`)).status).toBe(200);
    expect(
      (await fetch(`http://127.0.0.1:${port}`, { headers: { origin: 'http://evil.example' } })).status,
    ).toBe(403);
  });

  it('is also accepted on [::1]', async () => {
    const { url } = await serving('wsh+http://localhost:0');
    const { port } = new URL(url);
    for (const host of ['127.0.0.1', '[::1]'])
      expect((await fetch(`http://${host}:${port}/sessions`)).status, host).toBe(200);
  });
});

describe('a system that reports no users of connections', () => {
  async function listening(dialect: 'wsh' | 'wrightty') {
    const server = inProcessServer();
    const speak = await server.loadDialect(dialect);
    const listener = await serveHttp(server, {
      address: { host: '127.0.0.1', port: 0 },
      secret: { ...dialectDefinitions.get(dialect)!.web!.secret, value: undefined },
      sameUser: null,
      createEndpoint: (url, password) => speak({ options: { wire: 'document' }, command: [], url, password }),
    });
    open.push(() => Promise.all([server.close(), listener.close()]));
    const [, visible] = / (?:token|password) ([\w-]{32});/.exec(listener.accessNote!)!;
    return { url: listener.path, shown: visible };
  }

  it('clients of wsh show the generated token', async () => {
    const { url, shown } = await listening('wsh');
    expect(await upgraded(`${url}/ws/json`)).toBe(401);
    expect(await upgraded(`${url}/ws/json`, { authorization: `Bearer ${shown}` })).toBe(101);
  });

  it('clients of wrightty show the generated password', async () => {
    const { url, shown } = await listening('wrightty');
    const socket = new WebSocket(url);
    open.push(() => socket.terminate());
    await once(socket, 'open');
    const said = async (method: string, params?: object) => {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
      const [data] = (await once(socket, 'message')) as [Buffer];
      return JSON.parse(String(data)) as { readonly error?: { readonly code: number } };
    };
    expect((await said('Session.list')).error?.code).toBe(1010);
    expect(await said('Wrightty.authenticate', { password: shown })).not.toHaveProperty('error');
    expect(await said('Session.list')).not.toHaveProperty('error');
  });
});

it.each([
  [['--no-auth', '--stdio'], {}, 'needs an HTTP or WebSocket listener'],
  [
    ['--no-auth', '--listen', 'wsh+http://127.0.0.1:0'],
    { WSH_TOKEN: 'long-enough-to-be-one' },
    '--no-auth cannot be combined with WSH_TOKEN',
  ],
  [['--no-auth', '--listen', 'wsh+http://0.0.0.0:0'], {}, 'set WSH_TOKEN'],
])('serve %j is refused', async (args, env, why) => {
  const server = new Ptywright(['serve', ...args], { PTYWRIGHT_HOME: freshHome(), ...env });
  expect(await server.ended).toMatchObject({ stderr: expect.stringContaining(why) });
});
