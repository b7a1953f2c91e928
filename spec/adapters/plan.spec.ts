/** Plans that an intent returns: what a step means, and which are refused. */
import { describe, expect, it } from 'vitest';
import { Plan } from '#adapters/plan.ts';
import { limits } from '#limits.ts';

const ready = { type: 'contains_text', value: 'ready' };
const steps = (...actions: unknown[]) => Plan.parse({ actions }).actions;
const problems = (...actions: unknown[]) =>
  Plan.safeParse({ actions }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('a step', () => {
  it('with an action expects output after it, and one without accepts older output', () => {
    expect(steps({ type: 'key', value: 'enter', expect: ready }, { expect: ready })).toMatchObject([
      { action: { type: 'key', value: { key: 'enter' } }, fresh: true, timeoutMs: limits.expectMs },
      { fresh: false },
    ]);
    expect(steps({ expect: ready })[0]).not.toHaveProperty('action');
  });

  it('may say so itself', () => {
    expect(steps({ type: 'key', value: 'enter', fresh: false, timeout_ms: 5, why: 'quick' })).toMatchObject([
      { fresh: false, timeoutMs: 5, why: 'quick' },
    ]);
  });

  it.each([
    ['nothing to do', {}, 'actions.0: has neither an action nor an expectation'],
    ['an unknown action', { type: 'shout', value: 'x' }, 'actions.0.type: '],
    ['an invalid expectation', { expect: { type: 'contains_text' } }, 'actions.0.expect.value: '],
    ['an unknown field', { expect: ready, timeout: 5 }, 'timeout'],
    [
      'a timeout over the limit',
      { expect: ready, timeout_ms: limits.timeoutMs + 1 },
      'actions.0.timeout_ms: ',
    ],
  ])('with %s is refused', (_, step, problem) => {
    expect(problems(step).join('\n')).toContain(problem);
  });
});

describe('a plan', () => {
  it('may be empty: Lua has one table for lists and objects', () => {
    expect(Plan.parse({ actions: {}, shows: {} })).toEqual({ actions: [], shows: [] });
    expect(Plan.parse({})).toEqual({ actions: [], shows: [] });
  });

  it('has a limit of steps', () => {
    expect(steps(...Array(limits.planSteps).fill({ expect: ready }))).toHaveLength(limits.planSteps);
    expect(problems(...Array(limits.planSteps + 1).fill({ expect: ready }))).toHaveLength(1);
  });
});
