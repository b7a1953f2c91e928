/** Regular expressions of callers, which run in RE2. */
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { compilePattern, countGroups, PatternError, type PatternErrorReason } from '#platform/regex.ts';

const loaded = () =>
  Object.keys(createRequire(import.meta.url).cache).some((file) => file.endsWith('/re2.js'));
const loadedByImport = loaded();

const refusal = (source: string, flags?: string): PatternError => {
  try {
    compilePattern(source, flags === undefined ? {} : { flags });
  } catch (failure) {
    if (failure instanceof PatternError) return failure;
  }
  throw new Error(`${source} was taken`);
};

describe('a pattern', () => {
  it('finds the first match with its groups', () => {
    const pattern = compilePattern('(\\w+)@(\\w+)(\\?)?');
    expect(pattern.find('mail ada@home now')).toEqual({
      start: 5,
      end: 13,
      groups: ['ada', 'home', undefined],
    });
    expect(pattern.find('nobody')).toBeUndefined();
    expect(pattern.source).toBe('(\\w+)@(\\w+)(\\?)?');
  });

  it('gives the same answer however often it is asked', () => {
    const pattern = compilePattern('b');
    expect([pattern.test('ab'), pattern.test('ab'), pattern.find('ab')?.start, pattern.test('ab')]).toEqual([
      true,
      true,
      1,
      true,
    ]);
  });

  it('takes both spellings of a named group', () => {
    for (const source of ['(?P<x>a)b', '(?<x>a)b'])
      expect(compilePattern(source).find('ab')?.groups).toEqual(['a']);
  });

  it('counts in UTF-16 units and reads code points', () => {
    expect(compilePattern('.b').find('😀b')).toMatchObject({ start: 0, end: 3 });
    expect(compilePattern('\\pL+').find('1 ñandú')).toMatchObject({ start: 2, end: 7 });
    expect(compilePattern('b').find('\ud800b')).toMatchObject({ start: 1, end: 2 });
  });

  it('has no line mode unless it asks for one', () => {
    expect(compilePattern('^b$').test('a\nb\nc')).toBe(false);
    expect(compilePattern('(?m)^b$').test('a\nb\nc')).toBe(true);
    expect(compilePattern('^B$', { flags: 'im' }).test('a\nb\nc')).toBe(true);
    expect(compilePattern('a$').test('a\n')).toBe(false);
    expect(compilePattern('a.b').test('a\nb')).toBe(false);
  });

  it('lists matches that do not overlap, empty ones too, and ends', () => {
    const starts = (source: string, text: string) =>
      compilePattern(source)
        .all(text)
        .map(({ start, end }) => [start, end]);
    expect(starts('aa', 'aaaaa')).toEqual([
      [0, 2],
      [2, 4],
    ]);
    expect(starts('x*', 'a😀')).toEqual([
      [0, 0],
      [1, 1],
      [3, 3],
    ]);
  });
});

describe('a pattern that is refused', () => {
  const cases: [string, PatternErrorReason, RegExp][] = [
    ['a(?=b)', 'lookaround', /lookahead.*linear time/],
    ['a(?!b)', 'lookaround', /lookahead/],
    ['(?<=a)b', 'lookaround', /lookbehind/],
    ['(?<!a)b', 'lookaround', /lookbehind/],
    ['(a)\\1', 'backreference', /backreferences are not supported/],
    ['(?P<x>a)(?P=x)', 'backreference', /backreferences/],
    ['\\C', 'bytes', /one byte/],
    ['[a', 'syntax', /missing \]/],
    ['(a', 'syntax', /missing \)/],
    ['*', 'syntax', /no argument for repetition/],
    ['(?:\\pL{500}){2}', 'size', /smaller counts/],
    ['x'.repeat(limits.patternChars + 1), 'size', /longer than 1024 characters/],
    ['()'.repeat(limits.patternGroups + 1), 'groups', /more than 32 groups \(it has 33\)/],
  ];
  it.each(cases)('%.20s', (source, fault, reason) => {
    const failure = refusal(source);
    expect(failure.fault).toBe(fault);
    expect(failure.message).toMatch(reason);
  });

  it('names unknown flags', () => {
    expect(refusal('a', 'g').fault).toBe('flags');
    expect(refusal('a', 'ii').fault).toBe('flags');
  });

  it('is at the limit and no sooner', () => {
    expect(compilePattern('x'.repeat(limits.patternChars)).test('y')).toBe(false);
    expect(compilePattern('()'.repeat(limits.patternGroups)).test('')).toBe(true);
    expect(compilePattern('\\\\Cat').test('\\Cat')).toBe(true);
  });
});

it('counts capturing groups only, also under an open quotation', () => {
  expect(['(a)(?:b)[(]\\((?P<n>c)', '(a)\\Q(', 'a'].map(countGroups)).toEqual([2, 1, 0]);
});

it('answers a pattern that would hang a backtracking engine', () => {
  const before = process.cpuUsage();
  expect(compilePattern('(a+)+$').test(`${'a'.repeat(50_000)}!`)).toBe(false);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
});

it('does not load RE2 until a pattern is compiled', () => {
  compilePattern('a');
  expect([loadedByImport, loaded()]).toEqual([false, true]);
});
