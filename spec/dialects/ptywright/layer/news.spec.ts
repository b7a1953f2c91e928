/** Layer changes are reported only to connections that subscribed to them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess } from '../../../harness/server.ts';
import { type RawLine, rawInProcess } from '../../../server/rawLine.ts';
import { readySession } from '../../../server/sessions.ts';

describe('layer.changed', () => {
  let served: ReturnType<typeof runInProcess>;
  let session = '';
  beforeEach(async () => {
    served = runInProcess();
    session = await readySession(served.client, 'echoes-raw');
  });
  afterEach(() => served.close());

  const subscribed = async (more: object): Promise<RawLine> => {
    const line = rawInProcess(served.server);
    await line.ask('on', 'server.set_notifications', { enabled: true, output: false, ...more });
    return line;
  };
  const overlay = (text: string) =>
    served.client.calls.overlay.create({ session, x: 0, y: 0, spans: [{ text }] });

  it('is sent once per turn, with the sequence of snapshots with layers', async () => {
    const line = await subscribed({ layers: true });
    const { calls } = served.client;
    const { layers } = served.server.world.sessions.get(session);
    for (const x of [0, 9]) layers.create('overlay', { x, y: 0, spans: [{ text: 'over' }] });
    const reply = await line.next();
    const { sequence } = await calls.session.snapshot({ session, layers: true });
    expect(reply).toMatchObject({ method: 'layer.changed', params: { session, sequence } });
    const again = { session, layers: true, if_changed_since: sequence };
    expect(await calls.session.snapshot(again)).toEqual({ sequence, unchanged: true });
    await calls.overlay.clear({ session });
    expect(await line.next()).toMatchObject({ method: 'layer.changed', params: { sequence: sequence + 1 } });
    expect(await calls.session.snapshot(again)).toMatchObject({ plain_text: 'ready' });
  });

  it('is received by the typed client', async () => {
    const { client } = served;
    const notified = new Promise((resolve) => client.on('layer.changed', resolve));
    await client.calls.server.set_notifications({ enabled: true, output: false, layers: true });
    await overlay('over');
    const { sequence } = await client.calls.session.snapshot({ session, layers: true });
    expect(await notified).toEqual({ session, sequence });
  });

  it('is sent together with changes of the screen', async () => {
    const line = await subscribed({ layers: true });
    await served.client.calls.panel.create({ session, position: 'top', height: 1 });
    const both = [await line.next(), await line.next()].map((event) => (event as { method: string }).method);
    expect(both.sort()).toEqual(['layer.changed', 'session.changed']);
  });

  it('is sent to subscribers of the session only', async () => {
    const [without, other] = [await subscribed({}), await subscribed({ layers: true, sessions: ['s9'] })];
    await overlay('one');
    for (const line of [without, other])
      expect(await line.ask('after', 'session.list')).toMatchObject({ id: 'after' });
  });
});
