/** `all`, `any` and `not` over matchers that hit, miss, or do not know yet. */
import { describe, expect, it } from 'vitest';
import { all, any, not } from '#matchers/combinators.ts';
import { hit, type MatchResult, miss, pending } from '#matchers/matcher.ts';

/** Each nested matcher is the result that it gives. */
const compiler = { nested: (result: MatchResult) => ({ evaluate: () => result }) } as never;
const viewAfter = (hasProgressed: boolean) => {
  const view = { hasProgressed };
  return { ...view, withoutBaseline: view } as never;
};
const view = viewAfter(true);

const one = { kind: 'one' };
const other = { kind: 'other' };
const evaluate = (matcher: typeof all | typeof any, ...results: MatchResult[]) =>
  matcher.compile(results as never, compiler, undefined as never)(view);

describe('all', () => {
  it.each<[what: string, results: MatchResult[], expected: MatchResult]>([
    ['hits when each hits', [{ hit: one }, { hit: other }], hit('all', { matched: [one, other] })],
    ['hits without matchers', [], hit('all', { matched: [] })],
    ['misses until a change when one does', [{ hit: one }, miss(), miss(50)], miss()],
    ['is evaluated again when the last of them may hit', [miss(50), { hit: one }, miss(80)], miss(80)],
    ['waits for an answer', [{ hit: one }, pending, miss(80)], pending],
    ['waits for no answer that cannot help', [pending, miss()], miss()],
  ])('%s', (_, results, expected) => {
    expect(evaluate(all, ...results)).toEqual(expected);
  });
});

describe('any', () => {
  it.each<[what: string, results: MatchResult[], expected: MatchResult]>([
    ['hits with the first that hits', [miss(), { hit: other }, { hit: one }], hit('any', { matched: other })],
    ['misses without matchers', [], miss()],
    ['is evaluated again when the first of them may hit', [miss(80), miss(), miss(50)], miss(50)],
    ['waits for an answer, and for a time', [pending, miss(50)], { miss: { wakeAt: 50, pending: true } }],
  ])('%s', (_, results, expected) => {
    expect(evaluate(any, ...results)).toEqual(expected);
  });

  it('is described without matchers too', () => {
    expect(any.format([], String)).toBe('any of no matchers');
  });
});

describe('not', () => {
  const negated = (result: MatchResult, hasProgressed = true) =>
    not.compile(result as never, compiler, undefined as never)(viewAfter(hasProgressed));

  it.each<[what: string, result: MatchResult, expected: MatchResult]>([
    ['misses what hits', { hit: one }, miss()],
    ['hits what misses, also for now', miss(80), hit('not')],
    ['waits for an answer', pending, pending],
  ])('%s', (_, result, expected) => {
    expect(negated(result)).toEqual(expected);
  });

  it('misses while nothing has changed since an input', () => {
    expect(negated(miss(), false)).toEqual(miss());
  });
});
