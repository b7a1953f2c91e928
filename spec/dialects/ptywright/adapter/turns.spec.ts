import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemOf, type Server, serverWithPlugins, startPicks } from './driven.ts';

let running: Server;

beforeEach(() => {
  running = serverWithPlugins();
});

afterEach(() => running.close());

describe('a turn', () => {
  it('sends and waits as one operation', async () => {
    const adapter = await startPicks(running.client, 'one', 'two');
    const done = await running.client.calls.adapter.turn({
      adapter,
      send: { intent: 'pick', params: { row: 'two' } },
      wait: { states: ['picked'], wait_id: 'w' },
    });
    expect(done).toMatchObject({
      state: { state: 'picked', metadata: { picked: 'two' } },
      matched: { kind: 'state', state: 'picked' },
      wait_id: 'w',
    });
  });

  it('delays other intents, but not reads', async () => {
    const { calls } = running.client;
    const adapter = await startPicks(running.client, 'one', 'two');
    const order: string[] = [];
    const turn = calls.adapter
      .turn({
        adapter,
        send: { intent: 'pick', params: { row: 'one' } },
        wait: { states: ['exited'], wait_id: 'turn' },
      })
      .then(
        () => 'ended',
        (problem) => problem,
      )
      .finally(() => order.push('turn'));
    const intent = calls.adapter.send({ adapter, intent: 'leave' }).finally(() => order.push('intent'));
    expect((await calls.adapter.state({ adapter })).state.state).not.toBe('exited');
    await calls.adapter.snapshot({ adapter });
    await calls.adapter.inspect({ adapter });
    await calls.adapter.transcript({ adapter });
    await calls.adapter.live();
    await calls.adapter.wait({ adapter, states: ['picked'] });
    expect(order).toEqual([]);
    expect(await calls.adapter.cancel_wait({ wait_id: 'turn' })).toEqual({
      cancelled: true,
      adapter,
      wait_id: 'turn',
    });
    expect(await turn).toMatchObject({ code: -32005, data: { reason: 'wait_id' } });
    await intent;
    expect(order).toEqual(['turn', 'intent']);
  });

  it('that has not begun can be cancelled, and never begins', async () => {
    const { calls } = running.client;
    const adapter = await startPicks(running.client, 'one', 'two');
    const first = calls.adapter.turn({
      adapter,
      send: { intent: 'pick', params: { row: 'one' } },
      wait: { states: ['exited'], wait_id: 'first' },
    });
    const second = calls.adapter.turn({
      adapter,
      send: { intent: 'leave' },
      wait: { states: ['exited'], wait_id: 'second' },
    });
    const problems = [problemOf(first), problemOf(second)];
    await calls.adapter.wait({ adapter, states: ['picked'] });
    const other = await running.connect();
    expect(await other.calls.adapter.cancel_wait({ wait_id: 'second' })).toMatchObject({ cancelled: true });
    expect(await problems[1]).toMatchObject({ code: -32005 });
    expect(await other.calls.adapter.cancel_wait({ wait_id: 'first' })).toMatchObject({ cancelled: true });
    expect(await problems[0]).toMatchObject({ code: -32005 });
    expect((await calls.adapter.live()).adapters).toMatchObject([{ finished: false }]);
    await other.close();
  });

  it('ignores output from before the answer of the program', async () => {
    const { calls } = running.client;
    const adapter = await startPicks(running.client, 'one', 'two');
    const turn = (row: string) => calls.adapter.turn({ adapter, send: { intent: 'pick', params: { row } } });
    expect(await turn('two')).toMatchObject({ state: { metadata: { picked: 'two' } } });
    expect(await turn('one')).toMatchObject({
      state: { metadata: { picked: 'one' } },
      matched: { kind: 'contains_text', text: 'picked' },
    });
  });
});
