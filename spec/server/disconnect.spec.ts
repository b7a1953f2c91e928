/** Clients that disconnect leave nothing behind, and other clients do not notice. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import {
  type AddressInfo,
  createConnection,
  createServer,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess } from '../harness/server.ts';
import { times } from '../soak/scale.ts';
import { RawLine } from './rawLine.ts';
import { absent, readySession } from './sessions.ts';

type Vanish = (socket: Socket) => void;

const reset: Vanish = (socket) => socket.resetAndDestroy();

const ways: Readonly<Record<string, Vanish>> = {
  'closes its socket': (socket) => socket.destroy(),
  'resets the connection': reset,
  'leaves in the middle of a frame': (socket) => {
    socket.write('{"jsonrpc":"2.0","id":1,"meth');
    socket.destroy();
  },
  'leaves with the answers unread': (socket) => {
    socket.pause();
    for (let id = 0; id < 50; id++) socket.write(`{"jsonrpc":"2.0","id":${id},"method":"rpc.discover"}\n`);
    socket.destroySoon();
  },
};

describe('a client that vanishes', () => {
  let served: ReturnType<typeof runInProcess>;
  let listeners: NetServer[];
  let folder: string;
  let left: Promise<void>[];
  beforeEach(async () => {
    served = runInProcess();
    left = [];
    folder = mkdtempSync(join(tmpdir(), 'ptywright-'));
    // Also TCP, because a Unix socket cannot be reset.
    listeners = [serve().listen(join(folder, 'p.sock')), serve().listen(0, '127.0.0.1')];
    await Promise.all(listeners.map((listener) => once(listener, 'listening')));
  });
  afterEach(async () => {
    for (const listener of listeners) listener.close();
    await served.close();
    rmSync(folder, { recursive: true });
  });

  const serve = () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      left.push(
        served.server.accept(served.server.native, {
          input: socket,
          output: socket,
          framing: 'ndjson',
          framesExpire: true,
        }),
      );
    });

  async function connect(over: 'unix' | 'tcp' = 'unix'): Promise<{ line: RawLine; socket: Socket }> {
    const { port } = listeners[1]!.address() as AddressInfo;
    const socket =
      over === 'unix'
        ? createConnection(join(folder, 'p.sock'))
        : createConnection({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return { line: new RawLine(socket, socket), socket };
  }

  const listenersOf = (emitter: NodeJS.EventEmitter) =>
    emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);

  it.each(Object.entries(ways))('%s, again and again, in the middle of a wait', async (_, vanish) => {
    const session = await readySession(served.client, 'echoes-raw');
    await round(session, vanish);
    const before = { process: listenersOf(process), handles: process.getActiveResourcesInfo().length };
    for (let left = times(40, 10_000); left > 0; left--) await round(session, vanish);
    expect(await served.client.calls.session.info({ session })).toMatchObject({ pending_waits: 0 });
    expect(served.server.connections).toBe(1);
    expect(listenersOf(process)).toBe(before.process);
    expect(process.getActiveResourcesInfo().length).toBeLessThan(before.handles + 10);
    // The session still replies and still sends notifications.
    const received = new Promise<void>((resolve) => served.client.on('session.output', () => resolve()));
    await served.client.calls.server.set_notifications({ enabled: true });
    await served.client.calls.session.input({ session, action: { type: 'text', value: 'still here\n' } });
    await received;
  });

  async function round(session: string, vanish: Vanish): Promise<void> {
    const { line, socket } = await connect(vanish === reset ? 'tcp' : 'unix');
    await line.ask('on', 'server.set_notifications', { enabled: true });
    line.say({ id: 'wait', method: 'session.wait', params: { session, matcher: absent, wait_id: 'w' } });
    expect(await line.ask('in', 'session.list')).toMatchObject({ id: 'in' });
    vanish(socket);
    await left.pop();
  }

  it('one that only stops writing still gets its replies', async () => {
    const session = await readySession(served.client, 'echoes-raw');
    const { line, socket } = await connect();
    line.say({
      id: 'wait',
      method: 'session.wait',
      params: { session, matcher: { type: 'contains_text', value: 'late' }, evidence: 'none' },
    });
    await line.ask('in', 'session.list');
    socket.end();
    await served.client.calls.session.input({ session, action: { type: 'text', value: 'late' } });
    expect(await line.reply()).toMatchObject({ id: 'wait', result: { matched: true } });
    await line.ended;
  });
});
