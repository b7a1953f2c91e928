/** Who may use the tools over HTTP, the listener of wsh, and a running server. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { freshHome, Ptywright } from '../cli/ptywright.ts';
import { runOnSocket } from '../harness/server.ts';
import { call, listening, overStdio, script } from './clients.ts';

const token = 'a-token-of-enough-characters';
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

async function serving(listen: string, env: Record<string, string>) {
  const server = new Ptywright(['serve', '--listen', listen], { PTYWRIGHT_HOME: freshHome(), ...env });
  await server.says('listening on ', 'stderr');
  const [, address] = /listening on (\S+)\n/.exec(server.stderr)!;
  const post = (headers: Record<string, string>) =>
    fetch(new URL('/mcp', address), {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    });
  const close = async () => {
    server.process.kill();
    await server.ended;
  };
  return { url: new URL('/mcp', address), post, close };
}

describe.each([
  ['mcp+http://127.0.0.1:0', 'PTYWRIGHT_TOKEN'],
  ['wsh+http://127.0.0.1:0', 'WSH_TOKEN'],
])('%s', (listen, variable) => {
  it('requires the token, and refuses other origins and content types', async () => {
    const { url, post, close } = await serving(listen, { [variable]: token });
    try {
      const authorization = `Bearer ${token}`;
      expect((await post({})).status).toBe(401);
      expect((await post({ authorization: 'Bearer wrong' })).status).toBe(403);
      expect((await post({ authorization, origin: 'http://example.org' })).status).toBe(403);
      expect((await post({ authorization, 'content-type': 'text/plain' })).status).toBe(415);
      const unknown = await post({ authorization, 'mcp-session-id': 'nobody' });
      expect(unknown.status).toBe(404);
      const client = new Client({ name: 'spec', version: '1.0.0' });
      await client.connect(
        new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization } } }),
      );
      const { structured } = await call(client, 'start', script('echo ready; exec cat'));
      expect(structured.rows).toEqual({ 0: 'ready' });
      await client.close();
    } finally {
      await close();
    }
  });
});

it('ends the oldest client when there are too many', async () => {
  const server = await listening();
  try {
    const first = await server.connect();
    for (let at = 0; at < 64; at++) await server.connect();
    await expect(first.listTools()).rejects.toThrow('no such session');
  } finally {
    await server.close();
  }
});

describe('ptywright mcp --socket', () => {
  it('uses the sessions of a running server, and leaves them running', async () => {
    const server = await runOnSocket();
    try {
      const { client, close } = await overStdio('legacy', ['--socket', server.path]);
      const { session } = (await call(client, 'start', script('echo ready; exec cat'))).structured;
      await close();
      expect(await server.client.calls.session.info({ session })).toMatchObject({ running: true });
    } finally {
      await server.close();
    }
  });

  it('reports that no server listens, and that options belong to the server', async () => {
    const home = { PTYWRIGHT_HOME: freshHome() };
    const absent = await new Ptywright(['mcp', '--socket', '/nowhere/s'], home).ended;
    expect(absent).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no server listens on /nowhere/s'),
    });
    const denied = await new Ptywright(['mcp', '--socket', '/nowhere/s', '--deny', 'input.write'], home)
      .ended;
    expect(denied).toMatchObject({ status: 2, stderr: expect.stringContaining('belongs to the server') });
  });
});

it('answers what it has received when its input ends', async () => {
  const server = new Ptywright(['mcp'], { PTYWRIGHT_HOME: freshHome() });
  const clientInfo = { name: 'spec', version: '1.0.0' };
  const requests = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'list', arguments: {} } },
  ];
  server.process.stdin!.end(
    requests.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join(''),
  );
  const { status, stdout } = await server.ended;
  expect(status).toBe(0);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual([1, 2]);
});

it('ends with its client, and ends its programs', async () => {
  const { client, close } = await overStdio('legacy', ['--deny', 'raw.read']);
  const { structured } = await call(client, 'start', script('echo $$; exec cat'));
  const pid = Number(structured.rows[0]);
  await close();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
