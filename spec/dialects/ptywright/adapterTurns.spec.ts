import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemOf, type Server, serverWithPlugins, startPicks } from './adapter/driven.ts';

let running: Server;
beforeEach(() => {
  running = serverWithPlugins();
});
afterEach(() => running.close());

describe('states', () => {
  it('contain the answer of the plugin and the facts of the host', async () => {
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

  it('stop when an expectation fails, and report the screen', async () => {
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

  it('send nothing after a failed expectation', async () => {
    const adapter = await startPicks(running.client, 'one', 'two');
    const refusal = await problemOf(
      running.client.calls.adapter.send({ adapter, intent: 'pick_blindly', params: { row: 'seven' } }),
    );
    expect(refusal).toMatchObject({ data: { fault: 'ExpectationFailed', step: 0, why: 'the row' } });
    // The program would have answered the Enter before it shows this row.
    await running.client.calls.session.act({
      session: 's1',
      actions: [{ type: 'key', value: 'down' }],
      matcher: { type: 'contains_text', value: '❯ 2. two' },
    });
    expect((await running.client.calls.adapter.transcript({ adapter })).text).not.toContain('picked');
  });

  it('send nothing when the rows that they read have changed', async () => {
    const adapter = await startPicks(running.client, 'one', 'two');
    const { calls } = running.client;
    const pick = (text: string) =>
      calls.adapter.send({ adapter, intent: 'pick_shown', params: { row: 2, text } });
    const refusal = await problemOf(pick('❯ 1. seven'));
    expect(refusal).toMatchObject({
      data: { fault: 'ExpectationFailed', why: 'the row that the plugin read', expected: { row: 2 } },
    });
    expect((await calls.adapter.transcript({ adapter })).text).not.toContain('picked');
    await pick('❯ 1. one');
    await calls.session.wait({ session: 's1', matcher: { type: 'contains_text', value: 'picked one' } });
  });

  it('get another plan when the rows that they read have changed', async () => {
    const adapter = await startPicks(running.client, 'one', 'two');
    const { calls } = running.client;
    const pick = (instead: string) => {
      const params = { row: 2, text: '❯ 1. seven', changed: '_pick_instead', instead };
      return calls.adapter.send({ adapter, intent: 'pick_shown', params });
    };
    expect(await problemOf(pick('two'))).toMatchObject({
      data: { fault: 'PluginFailed', function: '_pick_instead' },
    });
    expect((await calls.adapter.transcript({ adapter })).text).not.toContain('picked');
    await pick('one');
    await calls.session.wait({ session: 's1', matcher: { type: 'contains_text', value: 'picked one' } });
    expect((await calls.adapter.transcript({ adapter })).text).not.toContain('picked two');
  });

  it('with an unknown name are refused, with a list of known names', async () => {
    const adapter = await startPicks(running.client, 'one');
    for (const intent of ['fly', 'classify', 'wait_turn_matcher'])
      expect(await problemOf(running.client.calls.adapter.send({ adapter, intent }))).toMatchObject({
        code: -32602,
        data: { path: 'intent', got: intent, expected: expect.stringContaining('pick_blindly') },
      });
  });

  it('that fail return the error without secrets', async () => {
    const adapter = await startPicks(running.client, 'one');
    const refusal = await problemOf(running.client.calls.adapter.send({ adapter, intent: 'fails' }));
    expect(refusal).toMatchObject({
      code: -32603,
      data: { fault: 'PluginFailed', plugin: 'picks', function: 'fails', reason: 'error' },
    });
    expect(JSON.stringify(refusal)).not.toContain('abcdef0123456789');
    expect(String(refusal)).toContain('main.lua');
  });

  it('with an invalid plan fail as a plugin error', async () => {
    const adapter = await startPicks(running.client, 'one');
    for (const intent of ['expects_the_impossible', 'presses_no_key'])
      expect(await problemOf(running.client.calls.adapter.send({ adapter, intent }))).toMatchObject({
        code: -32603,
        data: { fault: 'PluginFailed', function: intent, reason: 'shape' },
      });
  });

  it('are limited in the number of plans', async () => {
    const adapter = await startPicks(running.client, 'one');
    expect(await problemOf(running.client.calls.adapter.send({ adapter, intent: 'for_ever' }))).toMatchObject(
      { data: { fault: 'PluginFailed', function: 'for_ever', reason: 'shape' } },
    );
  });

  it('that never end are stopped, and a new instance answers the next one', async () => {
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
    const asked = (await classified()) - before;
    expect(asked).toBeGreaterThan(1);
    // One for the change, one or two for the quiet period, and the one of the `state` call: not forty.
    expect(asked).toBeLessThan(10);
    await calls.adapter.send({ adapter, intent: 'pick', params: { row: 'two' } });
    for (const { state } of await Promise.all(waits)) expect(state.state).toBe('picked');
  });

  it('for a state with a duration checks how long the state has lasted', async () => {
    const { calls } = running.client;
    const adapter = await startPicks(running.client, 'one');
    const told = await calls.adapter.wait({ adapter, states: ['asking'], stable_ms: 200 });
    expect(told.state.metadata.classified).toBeGreaterThan(2);
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
