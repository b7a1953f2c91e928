/** A client that continues on another connection, with `server.resume`. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NotingClient } from '../../harness/connection.ts';
import { runInProcess } from '../../harness/server.ts';
import { faultOf } from '../../session/driven.ts';

const key = 'b5a1c7e2-0f3d-4c55';
const cat = { program: 'sh', args: ['-c', 'stty -echo; echo ready; exec cat'] };

describe('a client with a key', () => {
  let served: ReturnType<typeof runInProcess>;
  let other: NotingClient;
  beforeEach(() => {
    served = runInProcess();
    other = served.client;
  });
  afterEach(() => served.close());

  const connect = async (keep_ms?: number) => {
    const client = await served.connect();
    const resumed = await client.calls.server.resume({ key, ...(keep_ms !== undefined && { keep_ms }) });
    return { client, resumed };
  };
  const write = (client: NotingClient, session: string, value: string) =>
    client.calls.session.input({ session, action: { type: 'text', value } });

  it('keeps its input lock and its notifications on the next connection', async () => {
    const first = await connect();
    expect(first.resumed).toEqual({ resumed: false, holds: [], notifications: null });
    const { session } = await first.client.calls.session.create(cat);
    await first.client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    await first.client.calls.session.capture_input({ session, name: 'ada' });
    await first.client.calls.server.set_notifications({ enabled: true, sessions: [session] });
    await first.client.close();
    expect(await faultOf(write(other, session, 'no'), 'InputHeld')).toMatchObject({ holder: 'ada' });
    const second = await served.connect();
    const output = new Promise((resolve) => second.on('session.output', resolve));
    expect(await second.calls.server.resume({ key })).toMatchObject({
      resumed: true,
      holds: [session],
      notifications: { sessions: [session], output: true, lifecycle: false },
    });
    await write(second, session, 'hello\n');
    expect(await output).toMatchObject({ session, output: expect.stringContaining('hello') });
    expect(await second.calls.session.release_input({ session })).toEqual({ released: true });
    await second.close();
  });

  it('takes them from a connection that is still open, which continues without them', async () => {
    const { client: first } = await connect();
    const { session } = await first.calls.session.create(cat);
    const { viewer } = await first.calls.session.attach({ session });
    await first.calls.session.capture_input({ session, name: 'ada' });
    const notified = new Promise((resolve) => first.on('server.resumed', resolve));
    const { client: second, resumed } = await connect();
    expect(resumed).toMatchObject({ resumed: true, holds: [session] });
    expect(await notified).toEqual({});
    await faultOf(write(first, session, 'no'), 'InputHeld');
    await faultOf(first.calls.session.detach({ session, viewer }), 'ViewerUnknown');
    expect((await second.calls.session.info({ session })).viewers).toEqual([]);
    await first.close();
    expect((await second.calls.session.info({ session })).holder).toMatchObject({ name: 'ada' });
    await second.close();
  });

  it('is closed after its time, or at once with exit', async () => {
    await other.calls.server.set_notifications({ enabled: true, lifecycle: true });
    const closed: string[] = [];
    let next: () => void;
    other.on('session.closed', ({ session }) => {
      closed.push(session);
      next();
    });
    const nextClosed = () => new Promise<void>((resolve) => (next = resolve));
    const open = async (keep_ms: number) => {
      const { client } = await connect(keep_ms);
      return { client, ...(await client.calls.session.create({ ...cat, close_on_disconnect: true })) };
    };
    const brief = await open(1);
    const first = nextClosed();
    await brief.client.close();
    await first;
    const leaving = await open(600_000);
    const second = nextClosed();
    leaving.client.notify('exit');
    await second;
    expect(closed).toEqual([brief.session, leaving.session]);
    expect((await connect()).resumed.resumed).toBe(false);
  });

  it('loses the previous locks of its new connection, and cancels the calls of the old one', async () => {
    const { client: first } = await connect();
    const { session } = await first.calls.session.create(cat);
    await other.calls.server.set_notifications({ enabled: true, waits: true });
    const waiting = new Promise<void>((resolve) => {
      other.on('session.waiting', ({ pending_waits }) => pending_waits === 1 && resolve());
    });
    const matcher = { type: 'process_exited' } as const;
    void first.calls.session.wait({ session, matcher, timeout_ms: 60_000 }).catch(() => {});
    await waiting;
    await first.close();
    const second = await served.connect();
    await second.calls.session.capture_input({ session, name: 'early' });
    await second.calls.server.resume({ key });
    const { holder, pending_waits } = await second.calls.session.info({ session });
    expect({ holder, pending_waits }).toEqual({ holder: null, pending_waits: 0 });
  });
});
