import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '#platform/regex.ts';
import { secretRules, toPartialPattern } from '#redaction/ruleMatcher.ts';
import { secretSamples } from '../samples.ts';

const begins = (source: string, text: string) =>
  new RegExp(`^(?:${toPartialPattern(source, '$')})$`).test(text);

describe('a partial pattern', () => {
  it.each([
    ['abc', ['', 'a', 'ab', 'abc'], ['b', 'abd', 'abcd']],
    ['a[0-9]{2}b', ['a', 'a1', 'a12', 'a12b'], ['a1b', 'a123']],
    ['(?:ab|cd)+x', ['a', 'abc', 'abcd', 'abcdx'], ['ax', 'abx_']],
    ['a(?=bc)', ['a'], ['b']],
    ['a(?!b)c', ['a', 'ac'], ['ab']],
    ['(?<name>a)(b)?c', ['a', 'ab', 'abc', 'ac'], ['b']],
    ['[\\]a]{2}\\.', [']', 'a]', 'a].'], ['.']],
    ['\\bfoo\\b bar', ['f', 'foo', 'foo ', 'foo bar'], ['foobar']],
    ['x{', ['x', 'x{'], ['{']],
  ])('%s', (source, heads, others) => {
    for (const head of heads) expect([head, begins(source, head)]).toEqual([head, true]);
    for (const other of others) expect([other, begins(source, other)]).toEqual([other, false]);
  });

  it.each([
    '[[:alpha:]]+\\d',
    '\\pL\\p{Greek}',
    '(?i)ab',
    '(?i:ab)c',
    '(?P<n>a)b',
    '\\x{41}b',
    '[^]a]b',
    'a.*?b',
  ])('is a pattern of RE2 for %s', (source) => {
    const partial = compilePattern(`${toPartialPattern(source, '\\z')}\\z`, { derived: true });
    expect(partial.find('no')?.end).toBe(2);
  });

  it('is undefined if a part is not supported', () => {
    expect(toPartialPattern('\\Qa\\E', '\\z')).toBeUndefined();
    expect(toPartialPattern('a)', '\\z')).toBeUndefined();
  });

  it('matches every beginning of every sample of a rule', () => {
    const partials = secretRules.map(
      ({ prefix, secret, ignoreCase }) =>
        new RegExp(`^${prefix ?? ''}(?:${toPartialPattern(secret, '$')})$`, ignoreCase ? 'i' : ''),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...secretSamples),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ make }, seed, part) => {
          const secret = make(seed);
          const head = secret.slice(0, Math.ceil(part * secret.length));
          return partials.some((partial) => partial.test(head));
        },
      ),
    );
  });
});

it('anchors are lower case, and as long as the index needs', () => {
  const anchors = [...new Set(secretRules.flatMap((rule) => rule.anchors))];
  expect(anchors.filter((anchor) => anchor !== anchor.toLowerCase() || anchor.length < 3)).toEqual([]);
});
