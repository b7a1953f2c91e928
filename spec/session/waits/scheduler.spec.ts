/** Waits are evaluated in the turn of the output, within a time limit for each turn. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { PatternTimeout, PatternTimer } from '#matchers/compile.ts';
import { compilePattern } from '#platform/regex.ts';
import { WaitScheduler } from '#session/waits.ts';
import { aServer, obeying } from '../driven.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A scheduler, and evaluations that each take half the time limit of a turn. */
function slowEvaluations(names: string) {
  let now = 0;
  const evaluated: string[] = [];
  const evaluations = [...names].map((name) => () => {
    evaluated.push(name);
    now += limits.evaluationBudgetMs / 2;
  });
  return { scheduler: new WaitScheduler({ now: () => now } as never), evaluations, evaluated };
}

it('evaluates at once, until the time limit of the turn is used up', async () => {
  const { scheduler, evaluations, evaluated } = slowEvaluations('abcdefg');
  for (const evaluation of evaluations) scheduler.schedule(evaluation);
  expect(evaluated.join('')).toBe('ab');
  await nextTurn();
  expect(evaluated.join('')).toBe('abcd');
  for (const expected of ['abcdef', 'abcdefg']) {
    await nextTurn();
    expect(evaluated.join('')).toBe(expected);
  }
});

it('evaluates once for several changes, in the order of the first changes', async () => {
  const { scheduler, evaluations, evaluated } = slowEvaluations('abcd');
  for (const evaluation of [...evaluations, ...evaluations, ...evaluations]) scheduler.schedule(evaluation);
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  // The first two had already run when they were scheduled again.
  expect(evaluated.join('')).toBe('abcdab');
});

it('stops an evaluation when its patterns exceed their time limit, which starts again at the next', () => {
  let now = 0;
  const timer = new PatternTimer({ now: () => now } as never);
  const find = () => {
    now += limits.evaluationMs / 2 + 1;
    return undefined;
  };
  const slow = { ...compilePattern('x'), find };
  const [first, second] = [
    timer.withTimeout(slow, 'matcher.first'),
    timer.withTimeout(slow, 'matcher.second'),
  ];
  for (let evaluation = 0; evaluation < 2; evaluation++) {
    timer.start();
    expect([first.find('x'), first.find('x')]).toEqual([undefined, undefined]);
    expect(() => second.find('x')).toThrow(new PatternTimeout('matcher.second'));
    expect(() => [...second.each('x')]).toThrow(PatternTimeout);
  }
});

describe('a wait whose evaluation exceeds its time limit', () => {
  /** A matcher that times out at the given evaluations, in a session without other waits. */
  async function pendingWait(slowEvaluations: readonly number[]) {
    const server = aServer();
    const { session, show } = await obeying(server);
    let evaluations = 0;
    const evaluate = () => {
      if (slowEvaluations.includes(++evaluations)) throw new PatternTimeout('matcher.value');
      return { miss: {} };
    };
    const matcher = { watches: new Set(['output'] as const), matcherText: 'nothing', evaluate };
    const wait = server.server.world.sessions.get(session).wait(matcher, { timeoutMs: 60_000 });
    const ended = wait.result.catch((failure) => failure);
    await nextTurn();
    return { wait, ended, show, evaluations: () => evaluations };
  }

  it('is evaluated once more in a later turn, and fails if that takes as long', async () => {
    const { ended, evaluations } = await pendingWait([1, 2]);
    const { name, data } = await ended;
    expect([name, data.path, evaluations()]).toEqual(['Invalid', 'matcher.value', 2]);
    expect(data.reason).toContain(`${limits.evaluationMs} ms`);
  });

  it('continues if a later evaluation was fast, because then the machine was busy', async () => {
    const { wait, ended, show, evaluations } = await pendingWait([1, 3]);
    await show('more');
    await nextTurn();
    expect(evaluations()).toBeGreaterThan(3);
    expect(wait.isSettled).toBe(false);
    wait.close();
    await ended;
  });
});
