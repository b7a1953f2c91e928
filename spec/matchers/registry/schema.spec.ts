/** Invalid matchers are refused before a wait begins, and the error names the field. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { aServer, faultOf, type MatcherSent, obeying } from '../../session/driven.ts';

const text: MatcherSent = { type: 'contains_text', value: 'x' };
const nested = (depth: number): MatcherSent =>
  depth === 1 ? text : { type: 'not', value: nested(depth - 1) };
const patterns = (count: number): MatcherSent[] =>
  Array.from({ length: count }, (_, at) => ({ type: 'screen_regex', value: `p${at}` }) as const);

const refused: readonly [string, unknown, string][] = [
  ['an unbalanced pattern', { type: 'screen_regex', value: '(' }, 'matcher.value'],
  ['a pattern with a backreference', { type: 'transcript_regex', value: '(a)\\1' }, 'matcher.value'],
  [
    'a pattern that is too long',
    { type: 'screen_regex', value: 'a'.repeat(limits.patternChars + 1) },
    'matcher.value',
  ],
  [
    'an invalid pattern of a title',
    { type: 'any', value: [text, { type: 'title', value: { regex: '[' } }] },
    'matcher.value.1.value.regex',
  ],
  [
    'an invalid nested pattern',
    { type: 'not', value: { type: 'all', value: [{ type: 'screen_regex', value: '*' }] } },
    'matcher.value.value.0.value',
  ],
  ['a tree too deep', nested(limits.matcherDepth + 1), `matcher${'.value'.repeat(limits.matcherDepth)}`],
  [
    'too many branches',
    { type: 'any', value: Array.from({ length: limits.matcherNodes + 1 }, () => text) },
    'matcher.value',
  ],
  [
    'too many matchers',
    { type: 'all', value: Array.from({ length: limits.matcherNodes }, () => text) },
    `matcher.value.${limits.matcherNodes - 1}`,
  ],
  [
    'too many patterns',
    { type: 'any', value: patterns(limits.matcherPatterns + 1) },
    `matcher.value.${limits.matcherPatterns}.value`,
  ],
  ['an empty text', { type: 'contains_text', value: '' }, 'matcher.value'],
  ['a missing value', { type: 'contains_text' }, 'matcher.value'],
  ['an unknown matcher', { type: 'contains', value: 'x' }, 'matcher.type'],
  ['a name from the prototype', { type: 'constructor', value: 'x' }, 'matcher.type'],
  [
    'rows on a matcher of the transcript',
    { type: 'transcript_contains', value: 'x', rows: { from: 0 } },
    'matcher.rows',
  ],
  ['a title with two conditions', { type: 'title', value: { equals: 'a', contains: 'a' } }, 'matcher.value'],
  [
    'a cursor outside of any screen',
    { type: 'cursor_at', value: { row: limits.maxRows, col: 0 } },
    'matcher.value.row',
  ],
  ['a negative duration', { type: 'screen_stable', value: { min_ms: -1 } }, 'matcher.value.min_ms'],
];

describe('an invalid matcher', () => {
  it.each(refused)('is rejected: %s', async (_, matcher, path) => {
    const server = aServer();
    const { session, said } = await obeying(server);
    const sent = matcher as MatcherSent;
    const { path: named } = await faultOf(server.calls.session.wait({ session, matcher: sent }), 'Invalid');
    expect(named).toBe(path);
    const before = await server.calls.session.transcript({ session });
    const act = server.calls.session.act({ session, actions: [said('written')], matcher: sent });
    await faultOf(act, 'Invalid');
    const { queued_input_bytes, pending_waits } = await server.calls.session.info({ session });
    expect({ queued_input_bytes, pending_waits }).toEqual({ queued_input_bytes: 0, pending_waits: 0 });
    expect((await server.calls.session.transcript({ session })).next).toBe(before.next);
  });

  it('accepts a matcher at the limits', async () => {
    const server = aServer();
    const { session } = await obeying(server);
    const largest: MatcherSent[] = [
      nested(limits.matcherDepth),
      { type: 'any', value: [...patterns(limits.matcherPatterns)] },
      { type: 'any', value: Array.from({ length: limits.matcherNodes - 1 }, () => text) },
      { type: 'screen_regex', value: 'a'.repeat(limits.patternChars) },
    ];
    for (const matcher of largest) {
      const answered = await server.calls.session
        .wait({ session, matcher, timeout_ms: 0, evidence: 'none' })
        .catch((problem) => problem.code);
      expect([-32001, { matched: true }]).toContainEqual(
        typeof answered === 'number' ? answered : { matched: answered.matched },
      );
    }
  });
});
