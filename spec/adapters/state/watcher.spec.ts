import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Notifications } from '#client/api.ts';
import {
  type Server,
  serverWithPlugins,
  startPicks,
  writePlugin,
} from '../../dialects/ptywright/adapter/driven.ts';

let running: Server;
beforeEach(() => {
  running = serverWithPlugins();
});
afterEach(() => running.close());

/** Collects the reported states until `last` is reported. */
function statesUntil(last: string): Promise<readonly string[]> {
  const states: string[] = [];
  return new Promise((resolve) => {
    running.client.on('adapter.state_changed', ({ state }: Notifications['adapter.state_changed']) => {
      states.push(state.state);
      if (state.state === last) resolve(states);
    });
  });
}

describe('adapter.state_changed', () => {
  it('is sent for each new state', async () => {
    const { calls } = running.client;
    const output = statesUntil('exited');
    await calls.server.set_notifications({ enabled: true });
    const adapter = await startPicks(running.client, 'one', 'two');
    await calls.adapter.turn({
      adapter,
      send: { intent: 'pick', params: { row: 'two' } },
      wait: { states: ['picked'] },
    });
    await calls.adapter.send({ adapter, intent: 'leave' });
    const states = await output;
    expect(states.filter((state, at) => state !== states[at - 1]).slice(-3)).toEqual([
      'asking',
      'picked',
      'exited',
    ]);
  });

  it('is sent for the selected adapters and sessions', async () => {
    const { calls } = running.client;
    const about = new Set<string>();
    running.client.on('session.changed', ({ session }: Notifications['session.changed']) =>
      about.add(session),
    );
    running.client.on('adapter.state_changed', ({ adapter }: Notifications['adapter.state_changed']) =>
      about.add(adapter),
    );
    await calls.server.set_notifications({ enabled: true, adapters: ['e2'] });
    const first = await startPicks(running.client, 'one');
    const output = statesUntil('picked');
    const second = await startPicks(running.client, 'one');
    for (const adapter of [first, second])
      await calls.adapter.send({ adapter, intent: 'pick', params: { row: 'one' } });
    await output;
    expect([...about].sort()).toEqual(['e2', 's2']);
  });

  it('is sent for a state that only a reply has shown so far', async () => {
    const { calls } = running.client;
    running.server.world.plugins.load(
      writePlugin({
        name: 'counts',
        lua: `local count = 0
        return { classify = function()
          count = count + 1
          return { state = "call_" .. count }
        end }`,
      }),
    );
    const received: string[] = [];
    running.client.on('adapter.state_changed', ({ state }: Notifications['adapter.state_changed']) =>
      received.push(state.state),
    );
    await calls.server.set_notifications({ enabled: true });
    const { adapter } = await calls.adapter.start({ plugin: 'counts' });
    const { state } = await calls.adapter.state({ adapter });
    await calls.server.capabilities();
    expect(received).toContain(state.state);
  });

  it('is not sent if the plugin may not read the screen', async () => {
    const { calls } = running.client;
    running.server.world.plugins.load(
      writePlugin({
        name: 'blind',
        permissions: ['session.spawn', 'input.write', 'session.kill', 'matcher.wait'],
        lua: `return {
          classify = function() return ptywright.state("seen") end,
          greet = function() return { actions = { ptywright.action.text("hello\\n") } } end,
        }`,
      }),
    );
    let received = 0;
    running.client.on('adapter.state_changed', () => {
      received++;
    });
    await calls.server.set_notifications({ enabled: true });
    const { adapter, session } = await calls.adapter.start({ plugin: 'blind' });
    await calls.adapter.send({ adapter, intent: 'greet' });
    await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'hello' } });
    await calls.server.capabilities();
    expect(received).toBe(0);
  });
});
