import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemOf, type Server, serverWithPlugins, startPicks } from './driven.ts';

let running: Server;
beforeEach(() => {
  running = serverWithPlugins();
});
afterEach(() => running.close());

describe('states', () => {
  it('carry what the plugin said, and what the host knows', async () => {
    const adapter = await startPicks(running.client, 'one', 'two');
    const { state } = await running.client.calls.adapter.state({ adapter });
    expect(state).toMatchObject({
      state: 'asking',
      confidence: 0.812,
      evidence: 'a row is chosen',
      last_intent: null,
      metadata: { chosen: 'one' },
      candidates: [],
      events: [],
    });
    expect(state.sequence).toBeGreaterThan(0);
  });
});

describe('intents', () => {
  it('read the screen again before each key', async () => {
    const adapter = await startPicks(running.client, 'one', 'two', 'three', 'four');
    const { state } = await running.client.calls.adapter.send({
      adapter,
      intent: 'pick',
      params: { row: 'three' },
    });
    expect(state).toMatchObject({
      state: 'picked',
      metadata: { picked: 'three' },
      last_intent: 'picked',
    });
  });

  it('stop where what they expect is not seen, and say what was', async () => {
    const adapter = await startPicks(running.client, 'stuck', 'two');
    const refusal = await problemOf(
      running.client.calls.adapter.send({ adapter, intent: 'pick', params: { row: 'two' } }),
    );
    expect(refusal).toMatchObject({
      code: -32008,
      data: {
        fault: 'ExpectationFailed',
        adapter,
        intent: 'pick',
        step: 0,
        why: 'another row',
        screen: 'Which one?\n\n❯ 1. stuck\n  2. two',
      },
    });
    const { state } = await running.client.calls.adapter.state({ adapter });
    expect(state).toMatchObject({ state: 'asking', last_intent: null });
  });

  it('send nothing after what they did not see', async () => {
    const adapter = await startPicks(running.client, 'one', 'two');
    const refusal = await problemOf(
      running.client.calls.adapter.send({ adapter, intent: 'pick_blindly', params: { row: 'seven' } }),
    );
    expect(refusal).toMatchObject({ data: { fault: 'ExpectationFailed', step: 0, why: 'the row' } });
    // The Enter would have been answered before this row is.
    await running.client.calls.session.act({
      session: 's1',
      actions: [{ type: 'key', value: 'down' }],
      matcher: { type: 'contains_text', value: '❯ 2. two' },
    });
    expect((await running.client.calls.adapter.transcript({ adapter })).text).not.toContain('picked');
  });

  it('send nothing when the rows that they have read are others by then', async () => {
    const adapter = await startPicks(running.client, 'one', 'two');
    const { calls } = running.client;
    const pick = (text: string) =>
      calls.adapter.send({ adapter, intent: 'pick_shown', params: { row: 2, text } });
    const refusal = await problemOf(pick('❯ 1. seven'));
    expect(refusal).toMatchObject({
      data: { fault: 'ExpectationFailed', why: 'a row that was read', expected: { row: 2 } },
    });
    expect((await calls.adapter.transcript({ adapter })).text).not.toContain('picked');
    await pick('❯ 1. one');
    await calls.session.wait({ session: 's1', matcher: { type: 'contains_text', value: 'picked one' } });
  });

  it('are refused by name, with those that there are', async () => {
    const adapter = await startPicks(running.client, 'one');
    for (const intent of ['fly', 'classify', 'wait_turn_matcher'])
      expect(await problemOf(running.client.calls.adapter.send({ adapter, intent }))).toMatchObject({
        code: -32602,
        data: { path: 'intent', got: intent, expected: expect.stringContaining('pick_blindly') },
      });
  });

  it('that fail say so, without their secrets', async () => {
    const adapter = await startPicks(running.client, 'one');
    const refusal = await problemOf(running.client.calls.adapter.send({ adapter, intent: 'fails' }));
    expect(refusal).toMatchObject({
      code: -32603,
      data: { fault: 'PluginFailed', plugin: 'picks', function: 'fails', reason: 'error' },
    });
    expect(JSON.stringify(refusal)).not.toContain('abcdef0123456789');
    expect(String(refusal)).toContain('main.lua');
  });

  it('that make up what cannot be are at fault themselves', async () => {
    const adapter = await startPicks(running.client, 'one');
    for (const intent of ['expects_the_impossible', 'presses_no_key'])
      expect(await problemOf(running.client.calls.adapter.send({ adapter, intent }))).toMatchObject({
        code: -32603,
        data: { fault: 'PluginFailed', function: intent, reason: 'shape' },
      });
  });

  it('cannot go on for ever', async () => {
    const adapter = await startPicks(running.client, 'one');
    expect(await problemOf(running.client.calls.adapter.send({ adapter, intent: 'for_ever' }))).toMatchObject(
      { data: { fault: 'PluginFailed', function: 'for_ever', reason: 'shape' } },
    );
  });

  it('that never end are ended, and the next one is answered by a fresh instance', async () => {
    const adapter = await startPicks(running.client, 'one');
    const before = await running.client.calls.adapter.state({ adapter });
    expect(before.state.metadata.classified).toBeGreaterThan(1);
    expect(await problemOf(running.client.calls.adapter.send({ adapter, intent: 'loops' }))).toMatchObject({
      data: { fault: 'PluginFailed', function: 'loops', reason: 'deadline' },
    });
    const after = await running.client.calls.adapter.state({ adapter });
    expect(after.state).toMatchObject({ state: 'asking' });
  });
});

describe('a turn', () => {
  it('sends and waits as one deed', async () => {
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

  it('holds up other intents, and no reads', async () => {
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

  it('that has not begun is cancelled too, and never begins', async () => {
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

  it('does not count what the program showed before it answered', async () => {
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

describe('a wait', () => {
  it('refuses what is no matcher, in the words of the plugin', async () => {
    const adapter = await startPicks(running.client, 'one');
    const wait = (intent: string) => problemOf(running.client.calls.adapter.wait({ adapter, intent }));
    expect(await wait('no_matcher')).toMatchObject({
      data: { fault: 'PluginFailed', function: 'no_matcher', reason: 'shape' },
    });
    expect(await wait('nothing_of_the_kind')).toMatchObject({ data: { fault: 'Invalid', path: 'intent' } });
  });

  it('ends when the program does', async () => {
    const { calls } = running.client;
    const adapter = await startPicks(running.client, 'one');
    const wait = problemOf(calls.adapter.wait({ adapter, states: ['dancing'] }));
    await calls.adapter.send({ adapter, intent: 'leave' });
    expect(await wait).toMatchObject({ code: -32002, data: { exit: { exit_code: 3 } } });
  });

  it('costs no question of its own beside others', async () => {
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
    const asked = (await classified()) - before;
    expect(asked).toBeGreaterThan(1);
    // One for the change, one or two for its quiet, and the one that counts: not forty.
    expect(asked).toBeLessThan(10);
    await calls.adapter.send({ adapter, intent: 'pick', params: { row: 'two' } });
    for (const { state } of await Promise.all(waits)) expect(state.state).toBe('picked');
  });

  it('for a state that must last looks at how long it has lasted', async () => {
    const { calls } = running.client;
    const adapter = await startPicks(running.client, 'one');
    const told = await calls.adapter.wait({ adapter, states: ['asking'], stable_ms: 200 });
    expect(told.state.metadata.classified).toBeGreaterThan(2);
    expect(
      await problemOf(calls.adapter.wait({ adapter, states: ['asking'], stable_ms: 5000, timeout_ms: 100 })),
    ).toMatchObject({ code: -32001 });
  });

  it('of no time at all gets its one answer', async () => {
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
