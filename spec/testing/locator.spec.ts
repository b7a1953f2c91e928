import { describe, expect, it } from 'vitest';
import { formatText, textSelector, toPattern } from '#testing/locator.ts';

describe('a pattern', () => {
  it.each([
    [/a.b/, 'a.b'],
    [/a/i, '(?i)a'],
    [/^a$/gim, '(?im)^a$'],
    [/a.b/dsu, '(?s)a.b'],
  ])('%s becomes one of RE2', (pattern, source) => expect(toPattern(pattern)).toBe(source));

  it('with a flag that RE2 lacks is refused', () => {
    expect(() => toPattern(/a/y)).toThrow('/a/y: the flag y is not supported');
  });

  it('of another realm is accepted, and another value is not', async () => {
    const { runInNewContext } = await import('node:vm');
    expect(toPattern(runInNewContext('/a/i'))).toBe('(?i)a');
    expect(() => toPattern('a' as never)).toThrow('expected a text or a pattern, not a');
  });
});

it('a text is an exact selector, and a pattern is a regex', () => {
  expect(textSelector('a.b')).toEqual({ type: 'exact', text: 'a.b' });
  expect(textSelector(/a.b/i)).toEqual({ type: 'regex', pattern: '(?i)a.b' });
});

it('an error shows a text in quotes, and a pattern in its original form', () => {
  expect(formatText('say "hi"')).toBe('"say \\"hi\\""');
  expect(formatText(/a.b/gi)).toBe('/a.b/gi');
});
