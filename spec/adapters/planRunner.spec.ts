import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  problemOf,
  type Server,
  serverWithPlugins,
  startPicks,
} from '../dialects/ptywright/adapter/driven.ts';

let running: Server;

beforeEach(() => {
  running = serverWithPlugins();
});

afterEach(() => running.close());

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
