import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Server, serverWithPlugins, startPicks } from '../dialects/ptywright/adapter/driven.ts';

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
