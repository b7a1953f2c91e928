import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import type { FoundText } from '#matchers/matcher.ts';
import { chooseTarget, SelectorSchema, toSelectorTarget } from '#matchers/selector.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';

const redaction = createRedaction(defaultPolicy);
const cols = 10;

/** Found in a text that fills rows of ten columns. */
const foundIn = (text: string, start: number, end: number): FoundText => ({
  view: {
    positionAt: (at: number) => ({ row: Math.floor(at / cols), col: at % cols }),
    redactedText: (from: number, to: number) => redaction.text(text.slice(from, to)),
  } as never,
  start,
  end,
});
const twice = [foundIn('OK     OK', 0, 2), foundIn('OK     OK', 7, 9)];

describe('the target of a match', () => {
  it('is clicked in the middle', () => {
    expect(toSelectorTarget(foundIn('  [Save]', 2, 8), redaction)).toEqual({
      row: 0,
      col: 2,
      end: { row: 0, col: 7 },
      cell: { row: 0, col: 4 },
      text: '[Save]',
    });
  });

  it('that spans several rows is clicked in its first cell', () => {
    const { cell, end } = toSelectorTarget(foundIn('a long text in two rows', 7, 14), redaction);
    expect([cell, end]).toEqual([
      { row: 0, col: 7 },
      { row: 1, col: 3 },
    ]);
  });

  it('shows no secret', () => {
    const text = 'password=hunter2';
    expect(toSelectorTarget(foundIn(text, 0, text.length), redaction).text).toBe('password=[REDACTED]');
  });
});

describe('of several matches', () => {
  it('the first or the last is chosen', () => {
    expect(chooseTarget(twice, 'first', redaction)).toMatchObject({ col: 0 });
    expect(chooseTarget(twice, 'last', redaction)).toMatchObject({ col: 7 });
    expect(chooseTarget([], 'fail', redaction)).toBeUndefined();
  });

  it('no match is chosen if the selector must be unique, and the error lists the positions', () => {
    expect(() => chooseTarget(twice, 'fail', redaction)).toThrow(
      'Ambiguous selector; matched 2 elements: "OK" at 0:0, "OK" at 0:7',
    );
  });

  it('the error lists only some, and counts the others', () => {
    const many = Array.from({ length: limits.listedMatches + 3 }, () => twice[0]!);
    expect(() => chooseTarget(many, 'fail', redaction)).toThrow(/, 3 more$/);
  });
});

describe('a selector', () => {
  it.each([
    { type: 'exact', text: 'OK' },
    { type: 'nth', index: 0, selector: { type: 'regex', pattern: 'O.' } },
  ])('%j is accepted', (selector) => expect(SelectorSchema.parse(selector)).toEqual(selector));

  it.each([
    { type: 'exact', text: '' },
    { type: 'nth', selector: { type: 'exact', text: 'OK' } },
    { type: 'exact', text: 'OK', pattern: 'O.' },
  ])('%j is refused', (selector) => expect(SelectorSchema.safeParse(selector).success).toBe(false));
});
