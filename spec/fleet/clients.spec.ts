/** The other clients of a server, at a gateway: the page, editors, terminals, and tools over MCP. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEndpoint } from '#mcp/endpoint.ts';
import { openEndpoint as openWsh } from '#server/endpoints/wsh.ts';
import { serveHttp } from '#server/httpListener.ts';
import { createPageEndpoint } from '#server/pageRoutes.ts';
import { connectInProcess } from '#server/server.ts';
import { serveSocket } from '#server/unixListener.ts';
import { editorInProcess } from '../acp/editor.ts';
import { freshHome } from '../cli/ptywright.ts';
import { TestTerminal } from '../cli/testTerminal.ts';
import { NotingClient } from '../harness/connection.ts';
import { runOnSocket } from '../harness/server.ts';
import { call, script } from '../mcp/clients.ts';
import { faultOf } from '../session/driven.ts';
import { joinAs, type Member, natsServer, type RunningBroker, startBroker } from './nats.ts';

describe.skipIf(!natsServer)('at a gateway (needs nats-server)', () => {
  let broker: RunningBroker;
  let host: Member;
  let gateway: Member;
  beforeAll(async () => {
    broker = await startBroker();
    host = await joinAs(broker.url, 'h1', { rawView: true });
    gateway = await joinAs(broker.url);
  });
  afterAll(async () => {
    for (const one of [gateway, host]) await one.close();
    await broker.close();
  });

  it('the page watches and types within its permissions', async () => {
    const { session } = await gateway.client.calls.session.create({ program: 'cat' });
    const stream = connectInProcess(gateway.server, createPageEndpoint(gateway.server.world));
    const page = new NotingClient({ input: stream, output: stream });
    const { calls } = page;
    const { viewer } = await calls.session.attach({ session, paced: true });
    const type = () => calls.session.type({ session, viewer, data: 'hello\r' });
    await faultOf(type(), 'PermissionDenied');
    await faultOf(calls.session.attach({ session, raw: true }), 'PermissionDenied');
    await faultOf(calls.session.snapshot({ session, redact: false }), 'PermissionDenied');
    await expect(page.send('session.kill', { session })).rejects.toThrow('unknown method');
    const frame = new Promise<string>((resolve) => {
      page.news.session.frame(({ data }) => {
        if (data.includes('hello')) resolve(data);
        else void calls.session.drawn({ session, viewer });
      });
    });
    await calls.session.capture_input({ session, name: 'ada' });
    await type();
    await calls.session.drawn({ session, viewer });
    expect(await frame).toContain('hello');
    await page.close();
    await gateway.client.calls.session.close({ session });
  });

  it('an editor drives an agent over ACP', async () => {
    const editor = await editorInProcess(gateway.server);
    try {
      await editor.open();
      expect(await editor.prompt('one')).toEqual({ stopReason: 'end_turn' });
      expect(editor.text).toBe('You said: one.\n\nHello.');
      const { adapters } = await host.client.calls.adapter.live({});
      expect(adapters).toMatchObject([
        { adapter: expect.stringMatching(/^h1\/e\d+$/), plugin: 'claude-code' },
      ]);
    } finally {
      await editor.close();
    }
  });

  it('a terminal attaches, types and detaches', async () => {
    const path = join(freshHome(), 'socket');
    const socket = await serveSocket(gateway.server, () => gateway.server.native, path, 'ndjson');
    const { session } = await gateway.client.calls.session.create({ program: 'cat' });
    const context = new TestTerminal(`attach --socket ${path} ${session}`);
    try {
      await context.shows('ctrl+] d');
      context.type('hello\r');
      await context.shows('hello\nhello');
      context.type('\x1dd');
      await context.shows('status 0 mode same');
      expect(context.text).toContain(`detached from ${session}`);
    } finally {
      await socket.close();
      await gateway.client.calls.session.close({ session });
    }
  });

  it('clients of wsh at a host see the hosts of the fleet', async () => {
    const killed = await runOnSocket('ndjson', [`--fleet=${broker.url}`, '--host=h2']);
    const listener = await serveHttp(host.server, {
      address: { host: '127.0.0.1', port: 0 },
      secret: { name: 'WSH_TOKEN', kind: 'token', value: undefined },
      allowAllUsers: true,
      createEndpoint: (url) => openWsh(host.server.world, { options: {}, command: [], url }),
    });
    const read = async (path: string) =>
      (await fetch(new URL(path, listener.path.replace('ws:', 'http:')))).json() as Promise<object[]>;
    const member = { role: 'member', sessions: 0 };
    const own = { ...member, hostname: 'h1', address: 'local', health: 'healthy' };
    try {
      const other = { ...member, hostname: 'h2', address: 'fleet:h2' };
      expect(await read('/servers')).toEqual([own, { ...other, health: 'healthy' }]);
      const ended = once(killed.process, 'exit');
      killed.process.kill('SIGKILL');
      await ended;
      expect(await read('/servers')).toEqual([own, { ...other, health: 'unavailable' }]);
    } finally {
      await listener.close();
      await killed.close();
    }
  });

  it('tools start, drive and list programs of the fleet', async () => {
    const listener = await serveHttp(gateway.server, {
      address: { host: '127.0.0.1', port: 0 },
      secret: { name: 'PTYWRIGHT_TOKEN', kind: 'token', value: undefined },
      allowAllUsers: true,
      createEndpoint: (url) => openEndpoint(gateway.server.world, { options: {}, command: [], url }),
    });
    const client = new McpClient({ name: 'spec', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', listener.path.replace('ws:', 'http:'))),
    );
    try {
      const { structured } = await call(client, 'start', script('echo ready; exec cat'));
      expect(structured).toMatchObject({ session: expect.stringMatching(/^h1\/s\d+$/) });
      const { sessions } = await host.client.calls.session.list({});
      expect(sessions).toEqual([structured.session]);
    } finally {
      await client.close();
      await listener.close();
    }
  });
});
