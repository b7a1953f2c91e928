import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  problemOf,
  type Server,
  serverWithPlugins,
  startPicks,
} from '../../dialects/ptywright/adapter/driven.ts';

let running: Server;

beforeEach(() => {
  running = serverWithPlugins();
});

afterEach(() => running.close());

describe('a wait', () => {
  it('refuses an invalid matcher, with the message of the plugin', async () => {
    const adapter = await startPicks(running.client, 'one');
    const wait = (intent: string) => problemOf(running.client.calls.adapter.wait({ adapter, intent }));
    expect(await wait('no_matcher')).toMatchObject({
      data: { fault: 'PluginFailed', function: 'no_matcher', reason: 'shape' },
    });
    expect(await wait('nothing_of_the_kind')).toMatchObject({ data: { fault: 'Invalid', path: 'intent' } });
  });

  it('ends when the program exits', async () => {
    const { calls } = running.client;
    const adapter = await startPicks(running.client, 'one');
    const wait = problemOf(calls.adapter.wait({ adapter, states: ['dancing'] }));
    await calls.adapter.send({ adapter, intent: 'leave' });
    expect(await wait).toMatchObject({ code: -32002, data: { exit: { exit_code: 3 } } });
  });

  it('shares its call of the plugin with other waits', async () => {
    const { calls } = running.client;
    const adapter = await startPicks(running.client, 'one', 'two');
    const classified = async () =>
      (await calls.adapter.state({ adapter })).state.metadata.classified as number;
    const wait = (states: string[]) => calls.adapter.wait({ adapter, states });
    const waits = Array.from({ length: 40 }, () => wait(['picked']));
    const before = await classified();
    const changes = calls.session.act({
      session: 's1',
      actions: [{ type: 'key', value: 'down' }],
      matcher: { type: 'contains_text', value: '❯ 2. two' },
    });
    await changes;
    const requested = (await classified()) - before;
    expect(requested).toBeGreaterThan(1);
    // One for the change, one or two for the quiet period, and the one of the `state` call: not forty.
    expect(requested).toBeLessThan(10);
    await calls.adapter.send({ adapter, intent: 'pick', params: { row: 'two' } });
    for (const { state } of await Promise.all(waits)) expect(state.state).toBe('picked');
  });

  it('for a state with a duration checks how long the state has lasted', async () => {
    const { calls } = running.client;
    const adapter = await startPicks(running.client, 'one');
    const reply = await calls.adapter.wait({ adapter, states: ['asking'], stable_ms: 200 });
    expect(reply.state.metadata.classified).toBeGreaterThan(2);
    expect(
      await problemOf(calls.adapter.wait({ adapter, states: ['asking'], stable_ms: 5000, timeout_ms: 100 })),
    ).toMatchObject({ code: -32001 });
  });

  it('with a timeout of zero gets one answer', async () => {
    const { calls } = running.client;
    const adapter = await startPicks(running.client, 'one');
    expect(await calls.adapter.wait({ adapter, states: ['asking'], timeout_ms: 0 })).toMatchObject({
      state: { state: 'asking' },
    });
    expect(await problemOf(calls.adapter.wait({ adapter, states: ['picked'], timeout_ms: 0 }))).toMatchObject(
      { code: -32001 },
    );
  });
});
