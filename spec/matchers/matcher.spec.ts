import { describe, expect, it } from 'vitest';
import { type FoundText, formatHit, miss, noPredicates, pending } from '#matchers/matcher.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';

const redaction = createRedaction(defaultPolicy);
const found = (text: string): FoundText => ({
  view: {
    positionAt: () => ({ row: 1, col: 2 }),
    redactedText: (from: number, to: number) => redaction.text(text.slice(from, to)),
  } as never,
  start: 0,
  end: text.length,
});

describe('a hit', () => {
  it('has the text of the match, and where it is', () => {
    expect(formatHit({ kind: 'contains_text', found: found('ready') }, redaction)).toEqual({
      kind: 'contains_text',
      text: 'ready',
      row: 1,
      col: 2,
    });
  });

  it('of a pattern has its first group, or else the whole match', () => {
    const facts = { pattern: 'id (\\d+)' };
    const hit = { kind: 'screen_regex', found: found('id 12'), facts };
    expect(formatHit({ ...hit, group: '12' }, redaction)).toMatchObject({ text: 'id 12', capture: '12' });
    expect(formatHit(hit, redaction)).toMatchObject({ capture: 'id 12' });
  });

  it('has no group that the redacted text does not show', () => {
    const facts = { pattern: 'password=(.*)' };
    const hit = { kind: 'screen_regex', found: found('password=hunter2'), group: 'hunter2', facts };
    expect(formatHit(hit, redaction)).toMatchObject({ capture: 'password=[REDACTED]' });
  });

  it('has redacted facts, and those of the matchers inside', () => {
    const title = { kind: 'title', facts: { title: 'password=hunter2' } };
    const visible = { kind: 'title', title: 'password=[REDACTED]' };
    expect(formatHit({ kind: 'any', matched: title }, redaction)).toEqual({ kind: 'any', matched: visible });
    expect(formatHit({ kind: 'all', matched: [title] }, redaction)).toEqual({
      kind: 'all',
      matched: [visible],
    });
  });
});

it('a miss is satisfied by a change, at a time, or is not decided yet', () => {
  expect([miss(), miss(5), pending]).toEqual([
    { miss: {} },
    { miss: { wakeAt: 5 } },
    { miss: { pending: true } },
  ]);
});

it('without plugins there is no predicate', () => {
  expect(() => noPredicates.bind('vim', 'ready', undefined, 'matcher.value')).toThrow(
    'matcher.value.plugin: no plugin is called vim',
  );
});
