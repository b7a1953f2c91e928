/**
 * The wrapper of RE2. Runs all patterns of callers, in time linear in the text. `test` is the cheapest; `find` and
 * `all` make RE2 track groups, which costs more with each group.
 *
 * The syntax is that of RE2. `^` and `$` are the ends of the text unless the pattern says `(?m)`. `.` matches a line
 * feed only under `(?s)`. A character is a code point. `\w`, `\d`, `\s` and `\b` are ASCII only; `\pL` matches all
 * letters.
 */

import { createRequire } from 'node:module';
import { limits } from '#limits.ts';

export interface PatternMatch {
  /** Half open, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The text of each group, the first group at index 0. Undefined for a group that took no part. */
  readonly groups: readonly (string | undefined)[];
}

export interface Pattern {
  readonly source: string;
  test(text: string): boolean;
  find(text: string): PatternMatch | undefined;
  /** All matches from left to right, without overlaps. Includes empty matches. */
  all(text: string): readonly PatternMatch[];
  /**
   * Yields the matches of `all` lazily. Each search is linear but may scan the whole text, so a caller may need to stop
   * early.
   */
  each(text: string): Iterable<PatternMatch>;
}

export type PatternErrorReason =
  | 'syntax'
  | 'lookaround'
  | 'backreference'
  | 'bytes'
  | 'size'
  | 'groups'
  | 'flags';

/** The message says what to change in the pattern. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  readonly fault: PatternErrorReason;
  constructor(fault: PatternErrorReason, reason: string) {
    super(reason);
    this.fault = fault;
  }
}

export interface PatternOptions {
  /** Any of `i` (ignore case), `m` (`^` and `$` at each line), `s` (`.` matches a line feed). */
  readonly flags?: string;
  /** Set for a source that was derived from a checked pattern, and may be longer than the limit. */
  readonly derived?: boolean;
}

type RE2Constructor = new (source: string, flags: string) => RegExp;

let loaded: RE2Constructor | undefined;

// Loaded on first use, because the native module takes a millisecond to load.
const loadRe2 = (): RE2Constructor => {
  loaded ??= createRequire(import.meta.url)('re2') as RE2Constructor;
  return loaded;
};

export function compilePattern(source: string, options: PatternOptions = {}): Pattern {
  const flags = readFlags(options.flags ?? '');
  if (!options.derived) checkLength(source);
  const expression = compile(source, `${flags}gu`);
  if (!options.derived) checkGroups(source);
  return createPattern(source, expression);
}

/** Counts the groups of a valid pattern. The empty alternative always matches, and its result lists all groups. */
export const countGroups = (source: string): number =>
  (new (loadRe2())(`|${source}`, 'u').exec('') ?? [0]).length - 1;

function readFlags(flags: string): string {
  if (/^(?:([ims])(?!.*\1))*$/.test(flags)) return flags;
  throw new PatternError('flags', `invalid flags "${flags}": use "i", "m" and "s", each at most once`);
}

function checkLength(source: string): void {
  if (source.length > limits.patternChars)
    throw new PatternError('size', `longer than ${limits.patternChars} characters (it has ${source.length})`);
}

function checkGroups(source: string): void {
  const groups = countGroups(source);
  if (groups > limits.patternGroups)
    throw new PatternError(
      'groups',
      `more than ${limits.patternGroups} groups (it has ${groups}): use (?:…) for groups that need no capture`,
    );
}

/** RE2 messages, and the explanations that replace them. */
const explanations: readonly [RegExp, PatternErrorReason, string][] = [
  [
    /\(\?<?[=!]/,
    'lookaround',
    'lookahead and lookbehind are not supported, because they cannot run in linear time',
  ],
  [
    /escape sequence: \\[1-9k]|operator: \(\?P$/,
    'backreference',
    'backreferences are not supported, because they cannot run in linear time',
  ],
  [/too large/, 'size', 'too large after its repetitions are expanded; use smaller counts'],
];

const anyBytePattern = /(?<!\\)(?:\\\\)*\\C/;

function compile(source: string, flags: string): RegExp {
  if (anyBytePattern.test(source))
    throw new PatternError('bytes', '\\C matches one byte, but patterns match characters');
  try {
    return new (loadRe2())(source, flags);
  } catch (failure) {
    throw explainError((failure as Error).message);
  }
}

function explainError(said: string): PatternError {
  const [, fault, reason] = explanations.find(([sign]) => sign.test(said)) ?? [said, 'syntax', said];
  return new PatternError(fault as PatternErrorReason, reason);
}

/** Newer versions of Node pass a lone surrogate as bytes that RE2 rejects, and then it finds nothing. */
const wellFormed = (text: string): string => (text.isWellFormed() ? text : text.toWellFormed());

function createPattern(source: string, expression: RegExp): Pattern {
  const at = (text: string, from: number): PatternMatch | undefined => {
    expression.lastIndex = from;
    const match = expression.exec(text);
    return match
      ? { start: match.index, end: match.index + match[0].length, groups: match.slice(1) }
      : undefined;
  };
  return {
    source,
    test(text) {
      expression.lastIndex = 0;
      return expression.test(wellFormed(text));
    },
    find: (text) => at(wellFormed(text), 0),
    all: (text) => [...findAll(wellFormed(text), at)],
    each: (text) => findAll(wellFormed(text), at),
  };
}

function* findAll(
  text: string,
  at: (text: string, from: number) => PatternMatch | undefined,
): Generator<PatternMatch> {
  for (let from = 0; from <= text.length; ) {
    const found = at(text, from);
    if (!found) return;
    yield found;
    from = found.end > found.start ? found.end : found.end + charWidth(text, found.end);
  }
}

const charWidth = (text: string, index: number): number => ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
