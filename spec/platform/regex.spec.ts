/** Regular expressions of callers, in both engines. */
import { createRequire } from 'node:module';
import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import {
  chooseEngine,
  compilePattern,
  compilePatternWith,
  PatternError,
  type PatternErrorReason,
  type PatternOptions,
  type RegexEngine,
} from '#platform/regex.ts';
import { engines, re2Installed } from './engines.ts';

const loaded = () =>
  Object.keys(createRequire(import.meta.url).cache).some((file) =>
    /\/re2(?:\.js|js\/build\/index\.cjs)$/.test(file),
  );
const loadedByImport = loaded();

it('loads no engine until a pattern is compiled', () => {
  compilePattern('a');
  expect([loadedByImport, loaded()]).toEqual([false, true]);
});

describe.each(engines)('in $name', ({ name, load, installed }) => {
  beforeEach(({ skip }) => skip(!installed, `needs ${name}`));
  let engine: RegexEngine | undefined;
  const compile = (source: string, options?: PatternOptions) => {
    engine ??= load();
    return compilePatternWith(engine, source, options);
  };

  const refusal = (source: string, flags?: string): PatternError => {
    try {
      compile(source, flags === undefined ? {} : { flags });
    } catch (failure) {
      if (failure instanceof PatternError) return failure;
    }
    throw new Error(`${source} was taken`);
  };

  describe('a pattern', () => {
    it('finds the first match with its groups', () => {
      const pattern = compile('(\\w+)@(\\w+)(\\?)?');
      expect(pattern.find('mail ada@home now')).toEqual({
        start: 5,
        end: 13,
        groups: ['ada', 'home', undefined],
      });
      expect(pattern.find('nobody')).toBeUndefined();
      expect(pattern.source).toBe('(\\w+)@(\\w+)(\\?)?');
    });

    it('returns the same result in repeated calls', () => {
      const pattern = compile('b');
      expect([pattern.test('ab'), pattern.test('ab'), pattern.find('ab')?.start, pattern.test('ab')]).toEqual(
        [true, true, 1, true],
      );
    });

    it('takes both spellings of a named group', () => {
      for (const source of ['(?P<x>a)b', '(?<x>a)b'])
        expect(compile(source).find('ab')?.groups).toEqual(['a']);
    });

    it('takes the escapes of JavaScript', () => {
      for (const source of [
        '\\u0041',
        '\\u{41}',
        '\\x41',
        '\\p{Lu}',
        '\\p{Uppercase_Letter}',
        '\\p{Script=Latin}',
      ])
        expect([source, compile(source).test('A')]).toEqual([source, true]);
      expect(compile('\\cA\\/').test('\x01/')).toBe(true);
      expect(compile('').find('x')).toEqual({ start: 0, end: 0, groups: [] });
    });

    it('counts in UTF-16 units and reads code points', () => {
      expect(compile('.b').find('😀b')).toMatchObject({ start: 0, end: 3 });
      expect(compile('\\pL+').find('1 ñandú')).toMatchObject({ start: 2, end: 7 });
      expect(compile('b').find('\ud800b')).toMatchObject({ start: 1, end: 2 });
    });

    it('has no line mode unless the pattern sets it', () => {
      expect(compile('^b$').test('a\nb\nc')).toBe(false);
      expect(compile('(?m)^b$').test('a\nb\nc')).toBe(true);
      expect(compile('^B$', { flags: 'im' }).test('a\nb\nc')).toBe(true);
      expect(compile('a$').test('a\n')).toBe(false);
      expect(compile('a.b').test('a\nb')).toBe(false);
      expect(compile('a.b', { flags: 's' }).test('a\nb')).toBe(true);
    });

    it('lists matches that do not overlap, empty ones too, and ends', () => {
      const starts = (source: string, text: string) =>
        compile(source)
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
      expect(starts('^a|\\ba', 'aa a')).toEqual([
        [0, 1],
        [3, 4],
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
      ['a)', 'syntax', /unexpected \)/],
      ['*', 'syntax', /no argument for repetition/],
      ['a**', 'syntax', /bad repetition operator: \*\*/],
      ['a{1001}', 'syntax', /invalid repetition size: \{1001\}/],
      ['a\\', 'syntax', /trailing \\/],
      ['(?z)', 'syntax', /invalid perl operator: \(\?z/],
      ['(?<a', 'syntax', /invalid named capture group: \(\?P<a/],
      ['\\p{Nothing}', 'syntax', /invalid character class range: \\p\{Nothing\}/],
      ['\\pL{1000}'.repeat(10), 'size', /smaller counts/],
      [`(?:${'a'.repeat(1000)}){1000}`, 'size', /smaller counts/],
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
      expect(compile('x'.repeat(limits.patternChars)).test('y')).toBe(false);
      expect(compile('()'.repeat(limits.patternGroups)).test('')).toBe(true);
      expect(compile('\\\\Cat').test('\\Cat')).toBe(true);
    });

    it('counts capturing groups only, also under an open quotation', () => {
      const groups = '()'.repeat(limits.patternGroups - 1);
      expect(compile(`${groups}(?:b)[(]\\((?P<n>c)\\Q(`).test('b((c(')).toBe(true);
      expect(refusal(`${groups}()()\\Q(`).message).toContain('it has 33');
    });
  });

  it('answers a pattern that would hang a backtracking engine', () => {
    const before = process.cpuUsage();
    expect(compile('(a+)+$').test(`${'a'.repeat(50_000)}!`)).toBe(false);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
  });

  it('bounds the cost of the most expensive patterns', () => {
    const text = 'ab '.repeat(640);
    for (const source of [
      '(?:\\w*b?){400}c',
      '[ab]*a[ab]{900}c',
      '(?:a?){499}a{499}c',
      '(?:\\b\\w*){300}c',
    ]) {
      const before = process.cpuUsage();
      expect(compile(source).find(text)).toBeUndefined();
      expect([source, process.cpuUsage(before).user / 1000 < 2000]).toEqual([source, true]);
    }
  });
});

it.skipIf(!re2Installed)('reports a pattern of one engine with the reason (needs re2)', () => {
  const [re2, re2js] = engines.map(({ load }) => load());
  const reasonIn = (engine: RegexEngine | undefined, source: string) => {
    try {
      compilePatternWith(engine!, source);
      return 'valid';
    } catch (problem) {
      return (problem as PatternError).message;
    }
  };
  expect(reasonIn(re2js, '(?<é>a)')).toMatch(/^invalid named capture group: \(\?P<é>.* ASCII letters/);
  expect(reasonIn(re2, '(?<é>a)')).toBe('valid');
  expect(reasonIn(re2, '(?:\\pL{500}){2}')).toMatch(/^too large/);
});

it('runs patterns in the engine that the environment chooses', () => {
  const forced = process.env.PTYWRIGHT_REGEX === 're2js';
  expect(chooseEngine().engine.name).toBe(forced || !re2Installed ? 're2js' : 're2');
});
