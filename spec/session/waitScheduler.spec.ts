/** Waits are evaluated in the turn of the output, within a time limit for each turn. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { PatternTimeout, PatternTimer } from '#matchers/compile.ts';
import { compilePattern } from '#platform/regex.ts';
import { WaitScheduler } from '#session/waitScheduler.ts';
import { aServer, obeying } from './driven.ts';

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Evaluations that each take half the time limit of a turn. */
function slowLooks(names: string) {
  let now = 0;
  const looked: string[] = [];
  const all = [...names].map((name) => () => {
    looked.push(name);
    now += limits.evaluationBudgetMs / 2;
  });
  return { looks: new WaitScheduler({ now: () => now } as never), all, looked };
}

it('looks at once, until a turn has had its share', async () => {
  const { looks, all, looked } = slowLooks('abcdefg');
  for (const look of all) looks.schedule(look);
  expect(looked.join('')).toBe('ab');
  await aTurn();
  expect(looked.join('')).toBe('abcd');
  for (const left of ['abcdef', 'abcdefg']) {
    await aTurn();
    expect(looked.join('')).toBe(left);
  }
});

it('looks once for all that has happened meanwhile, in the order in which it did', async () => {
  const { looks, all, looked } = slowLooks('abcd');
  for (const look of [...all, ...all, ...all]) looks.schedule(look);
  for (let turn = 0; turn < 3; turn++) await aTurn();
  // The first two had already run when they were scheduled again.
  expect(looked.join('')).toBe('abcdab');
});

it('gives a look up when its patterns have had their time, and counts anew at the next', () => {
  let now = 0;
  const stopwatch = new PatternTimer({ now: () => now } as never);
  const find = () => {
    now += limits.evaluationMs / 2 + 1;
    return undefined;
  };
  const slow = { ...compilePattern('x'), find };
  const [first, second] = [
    stopwatch.withTimeout(slow, 'matcher.first'),
    stopwatch.withTimeout(slow, 'matcher.second'),
  ];
  for (let look = 0; look < 2; look++) {
    stopwatch.start();
    expect([first.find('x'), first.find('x')]).toEqual([undefined, undefined]);
    expect(() => second.find('x')).toThrow(new PatternTimeout('matcher.second'));
    expect(() => [...second.each('x')]).toThrow(PatternTimeout);
  }
});

describe('a wait whose look has taken too long', () => {
  /** A probe that times out at the given evaluations, in a session without other waits. */
  async function waiting(slowLooks: readonly number[]) {
    const server = aServer();
    const { session, show } = await obeying(server);
    let looks = 0;
    const ask = () => {
      if (slowLooks.includes(++looks)) throw new PatternTimeout('matcher.value');
      return { miss: {} };
    };
    const probe = { watches: new Set(['output'] as const), matcherText: 'nothing', evaluate: ask };
    const live = server.server.world.sessions.get(session);
    const wait = live.wait(probe, { timeoutMs: 60_000 });
    const ended = wait.result.catch((problem) => problem);
    await aTurn();
    return { wait, ended, show, looks: () => looks };
  }

  it('is looked at once more, in a later turn, and refused if that takes as long', async () => {
    const { ended, looks } = await waiting([1, 2]);
    const { name, data } = await ended;
    expect([name, data.path, looks()]).toEqual(['Invalid', 'matcher.value', 2]);
    expect(data.reason).toContain(`${limits.evaluationMs} ms`);
  });

  it('goes on where one that came after it was quick: it was the machine', async () => {
    const { wait, ended, show, looks } = await waiting([1, 3]);
    await show('more');
    await aTurn();
    expect(looks()).toBeGreaterThan(3);
    expect(wait.isSettled).toBe(false);
    wait.close();
    await ended;
  });
});
