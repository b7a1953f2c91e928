/**
 * The wrapper of RE2. Runs all patterns of callers, in time linear in the text. `test` is the cheapest; `find` and
 * `all` make RE2 track groups, which costs more with each group.
 *
 * The syntax is that of RE2. `^` and `$` are the ends of the text unless the pattern says `(?m)`. `.` matches a line
 * feed only under `(?s)`. A character is a code point. `\w`, `\d`, `\s` and `\b` are ASCII only; `\pL` matches all
 * letters.
 */

import { limits } from '#limits.ts';
import { chooseEngine, type Expression, type PatternMatch, type RegexEngine } from './regexEngine.ts';

export type { PatternMatch } from './regexEngine.ts';

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

export const compilePattern = (source: string, options?: PatternOptions): Pattern =>
  compilePatternWith(chooseEngine().engine, source, options);

export function compilePatternWith(
  engine: RegexEngine,
  source: string,
  { flags = '', derived = false }: PatternOptions = {},
): Pattern {
  checkFlags(flags);
  if (!derived) checkLength(source);
  const expression = compile(engine, source, flags);
  if (!derived) checkGroups(expression);
  return createPattern(source, expression);
}

function checkFlags(flags: string): void {
  if (/^(?:([ims])(?!.*\1))*$/.test(flags)) return;
  throw new PatternError('flags', `invalid flags "${flags}": use "i", "m" and "s", each at most once`);
}

function checkLength(source: string): void {
  if (source.length > limits.patternChars)
    throw new PatternError('size', `longer than ${limits.patternChars} characters (it has ${source.length})`);
}

function checkGroups({ groups }: Expression): void {
  if (groups > limits.patternGroups)
    throw new PatternError(
      'groups',
      `more than ${limits.patternGroups} groups (it has ${groups}): use (?:…) for groups that need no capture`,
    );
}

/** RE2 messages, and the explanations that replace them, or follow them after `…`. */
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
  [
    /class range: \\p/i,
    'syntax',
    '…; use the general categories and scripts of Unicode, such as \\pL and \\p{Greek}',
  ],
  [/named capture group: .*[^\0-\x7f]/, 'syntax', '…; use only ASCII letters, digits and _ in a name'],
];

const anyBytePattern = /(?<!\\)(?:\\\\)*\\C/;

function compile(engine: RegexEngine, source: string, flags: string): Expression {
  if (anyBytePattern.test(source))
    throw new PatternError('bytes', '\\C matches one byte, but patterns match characters');
  try {
    return engine.compile(source, flags);
  } catch (failure) {
    if (!(failure instanceof SyntaxError)) throw failure;
    throw explainError(failure.message);
  }
}

function explainError(said: string): PatternError {
  const [, fault, reason] = explanations.find(([sign]) => sign.test(said)) ?? [said, 'syntax', said];
  return new PatternError(
    fault as PatternErrorReason,
    reason.replace('…', () => said),
  );
}

/** Newer versions of Node pass a lone surrogate as bytes that RE2 rejects, and then it finds nothing. */
const wellFormed = (text: string): string => (text.isWellFormed() ? text : text.toWellFormed());

function createPattern(source: string, expression: Expression): Pattern {
  return {
    source,
    test: (text) => expression.test(wellFormed(text)),
    find: (text) => expression.find(wellFormed(text), 0),
    all: (text) => [...findAll(wellFormed(text), expression)],
    each: (text) => findAll(wellFormed(text), expression),
  };
}

function* findAll(text: string, expression: Expression): Generator<PatternMatch> {
  for (let from = 0; from <= text.length; ) {
    const found = expression.find(text, from);
    if (!found) return;
    yield found;
    from = found.end > found.start ? found.end : found.end + charWidth(text, found.end);
  }
}

const charWidth = (text: string, index: number): number => ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
