import { describe, expect, it } from 'vitest';
import type { PluginCall } from '#adapters/host/declaration.ts';
import { checkScene } from '#adapters/scenes.ts';
import { sceneOf } from '../pictures.ts';

const header = `state = "ready"
last_intent = "submitted"
metadata = { model = "x", options = ["a", { name = "b" }], deep = { one = 1 } }
evidence = "prompt"
---
$ `;

/** A plugin that returns a fixed answer and records its calls. */
function classifier(answer: unknown) {
  const requested: PluginCall[] = [];
  const instance = {
    call: async (question: PluginCall) => {
      requested.push(question);
      if (answer instanceof Error) throw answer;
      return { value: answer, trace: [{ rule: 'r', matched: true, rows: [0] }] };
    },
  };
  return { instance, requests: requested, statusRows: undefined };
}

const right = {
  state: 'ready',
  evidence: 'a prompt is there',
  metadata: { model: 'x', options: ['a', { name: 'b', more: 1 }], deep: { one: 1, two: 2 }, more: true },
};

describe('a scene check', () => {
  it('calls the plugin like an adapter', async () => {
    const { requests, ...one } = classifier(right);
    const verdict = await checkScene(one, sceneOf(header));
    expect(verdict.differences).toEqual([]);
    expect(verdict.rules).toEqual([{ rule: 'r', matched: true, rows: [0] }]);
    expect(requests).toMatchObject([
      {
        function: 'classify',
        args: 'context',
        trace: true,
        facts: { last_intent: 'submitted', completed_turn_stable_ms: 300 },
      },
    ]);
    const plain = classifier(right);
    await checkScene({ ...plain, statusRows: 0 }, sceneOf('state = "ready"\n---\n'));
    expect(plain.requests[0]!.facts).toEqual({
      last_intent: null,
      completed_turn_stable_ms: 300,
      status_rows: 0,
    });
  });

  it.each([
    [{ ...right, state: 'busy' }, ['expected ready, got busy']],
    [{ ...right, evidence: 'else' }, ['evidence: expected to contain "prompt", got "else"']],
    [
      { ...right, metadata: { options: ['a'], deep: { one: 2 } } },
      [
        'metadata.model: expected "x", got nothing',
        'metadata.options: expected ["a",{"name":"b"}], got ["a"]',
        'metadata.deep.one: expected 1, got 2',
      ],
    ],
    [
      { ...right, metadata: { ...right.metadata, options: ['a', { name: 'c' }] } },
      ['metadata.options.1.name: expected "b", got "c"'],
    ],
    [
      { confidence: 1 },
      [/^expected ready, but the plugin failed: classify returned no valid state: state: /],
    ],
    [new Error('main.lua:3: oh'), ['expected ready, but the plugin failed: main.lua:3: oh']],
  ])('of %j', async (answer, differences) => {
    const verdict = await checkScene(classifier(answer), sceneOf(header));
    expect(verdict.differences).toEqual(
      differences.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))),
    );
  });

  it('sets the marks that the plugin returns', async () => {
    const marks: string[] = [];
    const scene = { ...sceneOf(header), mark: (label: string) => marks.push(label) };
    await checkScene(classifier({ ...right, host_marks: [{ label: 'turn_start' }] }), scene);
    expect(marks).toEqual(['turn_start']);
  });
});
