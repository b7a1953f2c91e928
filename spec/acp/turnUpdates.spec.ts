import { describe, expect, it } from 'vitest';
import { TurnUpdates } from '#acp/turnUpdates.ts';
import { AgentDescription } from '#adapters/pluginRegistry.ts';
import type { State } from '#adapters/state.ts';

const agent = AgentDescription.parse({ states: {}, events: true, tools: { Update: 'edit', Write: 'edit' } });

/** Numbers the events of successive states. */
function updates() {
  const turns = new TurnUpdates(agent, '/project');
  let seq = 0;
  const of = (...events: readonly { kind: string; [field: string]: unknown }[]) =>
    turns.of({
      state: 'thinking',
      confidence: 1,
      evidence: '',
      sequence: 1,
      last_intent: null,
      metadata: {},
      candidates: [],
      events: events.map((event) => ({ ...event, seq: ++seq })),
    } satisfies State);
  return { turns, of };
}

const begins = { kind: 'turn_started' };
const says = (text: string) => ({ kind: 'text_delta', text });
const ends = { kind: 'turn_complete', whole: true };

describe('TurnUpdates', () => {
  it('does not take the late end of the turn before for that of the new turn', () => {
    const { turns, of } = updates();
    turns.begin();
    of(begins, says('one'));
    turns.begin();
    expect(of(says(' more'), { ...ends, text: 'one more', interrupted: true })).toEqual([]);
    expect(turns.end).toBeUndefined();
    expect(of(begins, says('two'), { ...ends, text: 'two' })).toMatchObject([{ content: { text: 'two' } }]);
    expect(turns.end).toEqual({ interrupted: false, whole: true });
  });

  it('does not wait for a beginning that may be among missing events', () => {
    const { turns } = updates();
    turns.begin();
    turns.of({ state: '', metadata: {}, events: [{ ...ends, seq: 9, text: 'all' }] } as unknown as State);
    expect(turns.end).toEqual({ interrupted: false, whole: false });
  });

  it('sends a text that was complete when it was first seen', () => {
    const { turns, of } = updates();
    turns.begin();
    expect(of(begins, { ...ends, text: 'all of it' })).toEqual([
      { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'all of it' } },
    ]);
  });
});
