import { describe, expect, it } from 'vitest';
import { Fault } from '#faults.ts';
import { limits } from '#limits.ts';
import {
  createRedaction,
  defaultPolicy,
  mergePolicies,
  noRedaction,
  RedactionOptions,
  toPolicy,
} from '#redaction/policy.ts';
import { findRowSpans } from '#terminal/screenRedaction.ts';

const invalid = (options: unknown) => {
  try {
    toPolicy(RedactionOptions.parse(options), 'redaction');
  } catch (failure) {
    if (failure instanceof Fault && failure.name === 'Invalid') return failure;
    throw failure;
  }
  throw new Error('it was taken');
};

describe('the options on the wire', () => {
  it('require only `enabled`', () => {
    expect(toPolicy(RedactionOptions.parse({ enabled: true }), 'redaction')).toEqual(defaultPolicy);
    expect(RedactionOptions.safeParse({}).success).toBe(false);
    expect(RedactionOptions.safeParse({ replacement: 'x' }).success).toBe(false);
  });

  it.each([
    ['an unknown key', { literals: [] }],
    ['an empty literal', { extra_literals: [''] }],
    ['a literal that is too long', { extra_literals: ['x'.repeat(limits.extraLiteralChars + 1)] }],
    ['too many literals', { extra_literals: Array(limits.extraLiterals + 1).fill('x') }],
    ['too many patterns', { extra_regexes: Array(limits.extraRegexes + 1).fill('x') }],
    ['a replacement that is too long', { replacement: 'x'.repeat(limits.replacementChars + 1) }],
    ['a replacement with an escape', { replacement: '\x1b[m' }],
    ['enabled as a word', { enabled: 'true' }],
  ])('refuse %s', (_, options) => {
    expect(RedactionOptions.safeParse({ enabled: true, ...options }).success).toBe(false);
  });

  it('name the pattern that cannot be used', () => {
    const failure = invalid({ enabled: true, extra_regexes: ['fine', '(?=no)'] });
    expect(failure.data).toMatchObject({ path: 'redaction.extra_regexes.1', got: '(?=no)' });
    expect(failure.data).toHaveProperty(
      'reason',
      expect.stringMatching(/^invalid redaction regex: lookahead/),
    );
    expect(failure.message).toContain('invalid redaction regex');
    expect(invalid({ enabled: true, extra_regexes: ['x'.repeat(2000)] }).data).toHaveProperty(
      'reason',
      expect.stringMatching(/^invalid redaction regex: longer than 1024/),
    );
  });
});

describe('policies', () => {
  it('join: the extras of both, the replacement of the later', () => {
    const own = { ...defaultPolicy, enabled: false, extraLiterals: ['a1'], extraRegexes: ['x'] };
    const more = { ...defaultPolicy, replacement: '#', extraLiterals: ['b2'], extraRegexes: ['y'] };
    const joined = mergePolicies(own, more);
    expect(joined).toEqual({
      enabled: true,
      replacement: '#',
      extraLiterals: ['a1', 'b2'],
      extraRegexes: ['x', 'y'],
    });
    expect(createRedaction(joined).text('a1 b2 xyz')).toBe('# # ##z');
  });

  it('that are disabled hide nothing', () => {
    const off = createRedaction({ ...defaultPolicy, enabled: false, extraLiterals: ['a'] });
    for (const redaction of [off, noRedaction]) {
      expect(redaction.text('password=a')).toBe('password=a');
      expect(redaction.spans('password=a')).toEqual([]);
      expect(findRowSpans(redaction, [{ text: 'password=a', wrapped: false, full: false }])).toEqual([[]]);
      expect(redaction.value({ password: 'a' })).toEqual({ password: 'a' });
    }
  });
});
