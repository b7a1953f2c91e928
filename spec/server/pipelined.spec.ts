/** Thousands of requests that are sent at once are all answered, on every transport. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { limits } from '#limits.ts';
import { serveHttp } from '#server/httpListener.ts';
import { Ptywright } from '../cli/ptywright.ts';
import { inProcessServer, runInProcess, runOnSocket } from '../harness/server.ts';
import { times } from '../soak/scale.ts';
import { type RawLine, rawInProcess, rawOnSocket } from './rawLine.ts';
import { residentBytes } from './residentBytes.ts';
import { absent, readySession } from './sessions.ts';

const many = times(3000, 10_000);
const request = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"session.list"}`;
const all = Array.from({ length: many }, (_, id) => id);
const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

describe(`${many} requests at once`, () => {
  it.each(['ndjson', 'lsp'] as const)('on a Unix socket (%s)', async (framing) => {
    const served = await runOnSocket(framing);
    open.push(served.close);
    const line = await rawOnSocket(served.path, framing);
    const round = async () => {
      for (const id of all) line.send(request(id));
      for (const id of all) expect(await line.reply()).toMatchObject({ id, result: {} });
    };
    // Memory is measured from the second round on. The first one warms the server up.
    await round();
    const before = residentBytes(served.process.pid!);
    for (let rounds = times(1, 50); rounds > 0; rounds--) await round();
    expect(residentBytes(served.process.pid!) - before).toBeLessThan(32 * 1024 * 1024);
    line.stream.destroy();
  });

  it('on standard input', async () => {
    const server = new Ptywright(['serve', '--stdio']);
    for (const id of all) server.send(`${request(id)}\n`);
    server.process.stdin!.end();
    const { status, stdout } = await server.ended;
    const replies = stdout.trimEnd().split('\n');
    expect(status).toBe(0);
    expect(replies.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual(all);
    expect(stdout).not.toContain('error');
  });

  async function listening() {
    const server = inProcessServer();
    const listener = await serveHttp(server, {
      address: { host: '127.0.0.1', port: 0 },
      secret: { name: 'NONE', kind: 'token', value: undefined },
      createEndpoint: () => server.native,
    });
    open.push(() => Promise.all([server.close(), listener.close()]));
    return listener.path;
  }

  it('on a WebSocket', async () => {
    const socket = new WebSocket(await listening());
    open.push(() => socket.terminate());
    await once(socket, 'open');
    const ids: number[] = [];
    const done = new Promise<void>((resolve) =>
      socket.on('message', (data) => {
        const { id, result } = JSON.parse(String(data)) as { id: number; result?: object };
        ids.push(result ? id : -1);
        if (ids.length === many) resolve();
      }),
    );
    for (const id of all) socket.send(request(id));
    await done;
    expect(ids).toEqual(all);
  });

  it('over HTTP, on one connection', async () => {
    const { port } = new URL(await listening());
    const socket = connect(Number(port), '127.0.0.1');
    open.push(() => socket.destroy());
    const post = (id: number) =>
      `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${request(id).length}\r\n\r\n${request(id)}`;
    socket.write(all.map(post).join(''));
    let said = '';
    const answered = () => said.match(/"id":\d+,"result"/g)?.length ?? 0;
    const done = new Promise<void>((resolve, reject) => {
      socket.setEncoding('latin1').on('data', (text: string) => {
        said += text;
        if (text.includes(`"id":${many - 1},`)) resolve();
      });
      socket.once('close', () => reject(new Error(`closed after ${answered()}: ${said.slice(-300)}`)));
    });
    await done;
    expect(said.match(/"id":(\d+)/g)?.map((id) => Number(id.slice(5)))).toEqual(all);
    expect(answered()).toBe(many);
    expect(said.match(/^HTTP\/1\.1 200 /gm)).toHaveLength(many);
  });
});

describe('while more is sent than may be in flight', () => {
  const waitIn = (session: string) => ({
    method: 'session.wait',
    params: { session, matcher: absent, evidence: 'none' },
  });

  async function full(): Promise<{ line: RawLine; session: string }> {
    const served = runInProcess();
    open.push(served.close);
    const session = await readySession(served.client);
    const line = rawInProcess(served.server);
    for (let id = 0; id < limits.pendingRequests * 2; id++) line.say({ id, ...waitIn(session) });
    return { line, session };
  }

  it('waiting requests do not delay others', async () => {
    const { line, session } = await full();
    expect(await line.ask('info', 'session.info', { session })).toMatchObject({
      id: 'info',
      result: { pending_waits: limits.pendingRequests * 2 },
    });
  });

  it('each can be cancelled', async () => {
    const { line } = await full();
    for (const id of [17, limits.pendingRequests + 17]) {
      line.say({ method: '$/cancelRequest', params: { id } });
      expect(await line.reply()).toMatchObject({ id, error: { code: -32005 } });
    }
  });
});
