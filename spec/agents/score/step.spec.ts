/** Which wrong states fail a step, and how time without a CPU counts. */
import { describe, expect, it } from 'vitest';
import type { Client } from '#client/index.ts';
import type { ReportedTurn } from '../../plugins/claude-code/turnCollector.ts';
import type { Step } from '../scenarios/scenario.ts';
import { Timeline, type TimelinePoint } from '../timeline.ts';
import { failed, failedOnContent } from './outcome.ts';
import { none } from './processor.ts';
import { type RunResult, type StepResult, scoreStep } from './step.ts';

/** A state, when it was reported in ms, and how long the processes had waited for a CPU until then. */
type Report = readonly [state: string, at: number, waitedMs?: number];

const client = { on: () => {} } as unknown as Client;
const pointAt = (at: number, waitedMs = 0): TimelinePoint => ({ at, waitedMs });

/** A step from 0 to 1000 ms. */
function score(
  step: Step,
  reports: readonly Report[],
  {
    reached = pointAt(500),
    last = reports.at(-1)![0],
    before = reports[0]![0],
    turns = [] as readonly ReportedTurn[],
  } = {},
): StepResult {
  const timeline = new Timeline(client, { shares: () => none, waitedMs: () => 0 }, {});
  for (const [state, at, waitedMs = 0] of reports)
    timeline.states.push({
      ...pointAt(at, waitedMs),
      state,
      sequence: 1,
      lastIntent: null,
      wall: 0,
      lagMs: 0,
      shares: none,
    });
  return scoreStep(step, {
    begun: { ...pointAt(0), states: [before, reports[0]![0]] },
    reached,
    ended: pointAt(1000, reports.at(-1)![2]),
    refusal: undefined,
    missing: [],
    events: [],
    state: { state: last, evidence: '', metadata: {} },
    timeline,
    turns,
    served: [],
    files: [],
    screen: '',
  });
}

const played = (step: StepResult): RunResult => ({
  agent: 'claude-code',
  version: '1.0.0',
  scenario: 'one',
  variant: 'plain',
  steps: [step],
  skipped: 0,
  leftovers: [],
  unexpectedRequests: [],
});

const permission: Step = { state: 'waiting_for_permission' };
const completed: Step = { state: 'completed_turn' };

describe('a late report', () => {
  it.each([
    ['two frames after the state was reached', 534, 0, 0],
    ['longer', 536, 0, 1],
    ['longer, while the processes waited for a CPU', 536, 2, 0],
    ['longer than two frames and the wait', 600, 60, 1],
    ['much longer, while they waited as long', 900, 400, 0],
  ])('%s', (_, at, waitedMs, failures) => {
    const step = score(permission, [
      ['ready', -10],
      ['thinking', 100],
      ['waiting_for_permission', at, waitedMs],
    ]);
    expect(step.late).toHaveLength(failures);
    expect(step.failures).toEqual([]);
    expect(failed(played(step))).toBe(failures > 0);
    expect(failedOnContent(played(step))).toBe(false);
  });

  it('is not excused by an earlier wait for a CPU', () => {
    const reports: Report[] = [
      ['thinking', -10],
      ['error', 490, 300],
      ['waiting_for_permission', 560, 300],
    ];
    const { late } = score(permission, reports, { reached: pointAt(500, 300) });
    expect(late).toEqual([
      'reported error for 60 ms instead of waiting_for_permission (0 ms of waiting for a CPU)',
    ]);
  });
});

it.each([
  { named: ['read', 'edit'], failures: [] },
  { named: ['read'], failures: ['expected the events of the tools ["read","edit"], got ["read"]'] },
  {
    named: ['edit', 'read'],
    failures: ['expected the events of the tools ["read","edit"], got ["edit","read"]'],
  },
])('compares the tools of the last turn: $named', ({ named, failures }) => {
  const turns = [{ joined: '', tools: named, end: { kind: 'turn_complete', text: '' } }];
  const step: Step = { ...completed, tools: ['read', 'edit'] };
  expect(score(step, [['completed_turn', -10]], { turns }).failures).toEqual(failures);
});

describe('a state that asks the user a question', () => {
  it('fails the step if there was no question, even for 1 ms', () => {
    const step = score(completed, [
      ['ready', -10],
      ['waiting_for_permission', 100],
      ['thinking', 101, 80],
      ['completed_turn', 450, 80],
    ]);
    expect(step.failures).toEqual([
      'reported waiting_for_permission for 1 ms instead of thinking (80 ms of waiting for a CPU)',
    ]);
    expect(failedOnContent(played(step))).toBe(true);
  });

  it('may still be reported right after its answer', () => {
    const step = score(completed, [
      ['waiting_for_permission', -10],
      ['completed_turn', 510],
    ]);
    expect([step.failures, step.late]).toEqual([[], []]);
  });

  it('may be reported for the first time after its answer', () => {
    const reports: Report[] = [
      ['thinking', -10],
      ['waiting_for_permission', 20],
      ['completed_turn', 450],
    ];
    const { failures, late } = score(completed, reports, { before: 'waiting_for_permission' });
    expect([failures, late]).toEqual([[], []]);
  });
});

it('a wrong state at the end fails the step', () => {
  const step = score(
    completed,
    [
      ['ready', -10],
      ['completed_turn', 490],
    ],
    { last: 'ready' },
  );
  expect(step.failures).toEqual(['expected completed_turn, got ready ()']);
  expect(failedOnContent(played(step))).toBe(true);
});
