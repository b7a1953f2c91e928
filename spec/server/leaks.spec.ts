/** Disconnected clients leave nothing behind, even while their sessions continue. */
import { once } from 'node:events';
import { queryObjects } from 'node:v8';
import { afterEach, beforeEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import { WshConnectionContext } from '#dialects/wsh/connectionContext.ts';
import { RawView } from '#dialects/wsh/rawView.ts';
import { ScreenSubscription } from '#dialects/wsh/subscription.ts';
import { RpcClient } from '#rpc/dispatch.ts';
import { Session } from '#session/session.ts';
import { Viewer } from '#viewers/viewer.ts';
import { type Wsh, wshServer } from '../dialects/wsh/running.ts';
import { runInProcess } from '../harness/server.ts';
import { readySession } from './sessions.ts';

const many = 12;
type Kind = abstract new (...args: never[]) => object;

/** Counts instances after garbage collection. */
const alive = (kind: Kind): number => queryObjects(kind as never, { format: 'count' }) as unknown as number;

let served: ReturnType<typeof runInProcess>;
let web: Wsh | undefined;
beforeEach(() => {
  served = runInProcess();
});
afterEach(async () => {
  await web?.close();
  web = undefined;
  await served.close();
});

it('connections that had the input of a session, and looked at it', async () => {
  const session = await readySession(served.client, 'echoes-raw');
  const before = { callers: alive(RpcClient), viewers: alive(Viewer) };
  for (let at = 0; at < many; at++) {
    const client = await served.connect();
    await client.calls.server.set_notifications({
      enabled: true,
      layers: true,
      waits: true,
      lifecycle: true,
    });
    const { viewer } = await client.calls.session.attach({ session });
    await client.calls.session.capture_input({ session, take_over: true });
    await client.calls.session.type({ session, viewer, data: '\x1b[' });
    await client.close();
  }
  expect(served.server.world.sessions.get(session).inputLock.holder).toBeUndefined();
  expect(alive(Viewer)).toBe(before.viewers);
  // The last one may still be closing.
  expect(alive(RpcClient)).toBeLessThanOrEqual(before.callers + 1);
});

it('plain streams of a session that continues', async () => {
  web = await wshServer();
  const client = await web.connect();
  await client.session('dev', 'printf ready; exec cat', 'ready');
  const before = alive(RawView);
  for (let at = 0; at < many; at++) {
    const stream = new WebSocket(`${web.url}/sessions/dev/ws/raw`);
    await once(stream, 'message');
    stream.close();
    await once(stream, 'close');
  }
  await client.call('list_sessions');
  expect(alive(RawView)).toBe(before);
});

it('ended sessions, for a connection that stays open', async () => {
  web = await wshServer();
  const client = await web.connect();
  const before = [alive(Session), alive(ScreenSubscription)];
  const seats = alive(WshConnectionContext);
  for (let at = 0; at < many; at++) {
    await client.call('create_session', { name: 'dev', command: 'cat' });
    await client.call('subscribe', { events: ['lines', 'input', 'activity'], quiesce_ms: 50 }, 'dev');
    await client.call('capture_input', {}, 'dev');
    await client.call('create_overlay', { x: 0, y: 0, spans: [{ text: 'over' }] }, 'dev');
    await client.call('await_quiesce', { timeout_ms: 1 }, 'dev');
    await client.call('kill_session', { name: 'dev' });
    const over = (received: { event?: string }) => received.event === 'session_destroyed';
    await client.until(() => client.messages.filter(over).length > at);
  }
  expect(alive(WshConnectionContext)).toBe(seats);
  expect([alive(Session), alive(ScreenSubscription)]).toEqual(before);
});
