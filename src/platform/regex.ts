/**
 * The wrapper of RE2. Runs all patterns of callers, in time linear in the text. `test` is the cheapest; `find` and
 * `all` make RE2 track groups, which costs more with each group.
 *
 * The syntax is that of RE2. `^` and `$` are the ends of the text unless the pattern says `(?m)`. `.` matches a line
 * feed only under `(?s)`. A character is a code point. `\w`, `\d`, `\s` and `\b` are ASCII only; `\pL` matches all
 * letters.
 *
 * Two engines run patterns: re2, which is native, and re2js, the same engine in JavaScript. re2 is an optional
 * dependency: where it is not installed or does not load, re2js runs all patterns. Both are loaded when the first
 * pattern is compiled.
 */

import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import { limits } from '#limits.ts';

export interface PatternMatch {
  /** Half open, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The text of each group, the first group at index 0. Undefined for a group that took no part. */
  readonly groups: readonly (string | undefined)[];
}

/** A compiled pattern. Texts must be well-formed Unicode. */
export interface Expression {
  readonly groups: number;
  test(text: string): boolean;
  /** The first match at or after this index. */
  find(text: string, from: number): PatternMatch | undefined;
}

export const engineNames = ['re2', 're2js'] as const;

export interface RegexEngine {
  readonly name: (typeof engineNames)[number];
  /** Throws a SyntaxError with the words of RE2 for a pattern that it does not support. */
  compile(source: string, flags: string): Expression;
}

const require = createRequire(import.meta.url);

type NativeExpression = new (source: string, flags: string) => RegExp;

/** re2 also finds `\B` between the bytes of one character, so re2js runs such patterns. */
const notWordBoundary = /(?<!\\)(?:\\\\)*\\B/;

/** Throws if the native module is missing, or was built for another Node or system. */
export function loadRe2(): RegexEngine {
  const Native = require('re2') as NativeExpression;
  const compile = (source: string, flags: string): Expression => {
    const expression = new Native(source, flags);
    return {
      // The empty alternative always matches, and its result lists all groups.
      groups: (new Native(`|${source}`, 'u').exec('') ?? [0]).length - 1,
      test: (text) => {
        expression.lastIndex = 0;
        return expression.test(text);
      },
      find: (text, from) => {
        expression.lastIndex = from;
        const match = expression.exec(text);
        return match
          ? { start: match.index, end: match.index + match[0].length, groups: match.slice(1) }
          : undefined;
      },
    };
  };
  return {
    name: 're2',
    compile: (source, flags) =>
      notWordBoundary.test(source) ? loadRe2js().compile(source, flags) : compile(source, `${flags}gu`),
  };
}

export function loadRe2js(): RegexEngine {
  const { RE2JS, RE2JSException } = require('re2js') as typeof import('re2js');
  const flagBits: Readonly<Record<string, number>> = {
    i: RE2JS.CASE_INSENSITIVE,
    m: RE2JS.MULTILINE,
    s: RE2JS.DOTALL,
  };
  const compile = (source: string, flags: string): RE2JS => {
    if (countInstructions(source) > limits.patternInstructions) throw new SyntaxError('pattern too large');
    const bits = [...flags].reduce((sum, flag) => sum | flagBits[flag]!, 0);
    try {
      return RE2JS.compile(toRe2Syntax(source), bits);
    } catch (failure) {
      if (!(failure instanceof RE2JSException)) throw failure;
      throw new SyntaxError(toRe2Message(failure.message));
    }
  };
  return {
    name: 're2js',
    compile: (source, flags) => {
      const expression = compile(source, flags);
      const groups = expression.groupCount();
      return {
        groups,
        test: (text) => expression.test(text),
        find: (text, from) => {
          // Most texts have no match, and a test runs a state machine that needs no groups.
          if (from === 0 && !expression.test(text)) return undefined;
          const matcher = expression.matcher(text);
          if (!matcher.find(from)) return undefined;
          const texts = Array.from({ length: groups }, (_, at) => matcher.group(at + 1) ?? undefined);
          return { start: matcher.start(), end: matcher.end(), groups: texts };
        },
      };
    },
  };
}

const tokens =
  /\\Q(?<quoted>[\s\S]*?)(?:\\E|$)|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\{(?<min>\d+)(?:(?<open>,)(?<max>\d*))?\}|\((?:\?(?:P?<[^>]*>|[\w-]*:?))?|\\[pPx]\{[^}]*\}|\\?[\s\S]/gu;

/**
 * Estimates the instructions of a valid pattern after its repetitions are expanded. re2 has a limit of memory, and re2js
 * would compile a million of them.
 */
function countInstructions(source: string): number {
  const outer: number[] = [];
  let [total, atom] = [0, 0];
  for (const { 0: token, groups } of source.matchAll(tokens)) {
    if (token.startsWith('(')) {
      outer.push(total);
      total = 0;
    } else if (token === ')') {
      atom = total + 2;
      total = atom + (outer.pop() ?? 0);
    } else if (groups!.min !== undefined) {
      const copies = Math.max(1, Number(groups!.max || groups!.min));
      total += atom * (copies - 1) + (groups!.open ? copies : 0);
    } else {
      atom = groups!.quoted?.length ?? 1;
      total += atom;
    }
  }
  return outer.reduce((sum, size) => sum + size, total);
}

/** The long names of general categories, which the package re2 shortens. */
const categories: Readonly<Record<string, string>> = Object.fromEntries(
  `L=Letter Lu=Uppercase_Letter Ll=Lowercase_Letter Lt=Titlecase_Letter LC=Cased_Letter Lm=Modifier_Letter
  Lo=Other_Letter M=Mark Mn=Nonspacing_Mark Mc=Spacing_Mark Me=Enclosing_Mark N=Number Nd=Decimal_Number Nl=Letter_Number
  No=Other_Number P=Punctuation Pc=Connector_Punctuation Pd=Dash_Punctuation Ps=Open_Punctuation Pe=Close_Punctuation
  Pi=Initial_Punctuation Pf=Final_Punctuation Po=Other_Punctuation S=Symbol Sm=Math_Symbol Sc=Currency_Symbol
  Sk=Modifier_Symbol So=Other_Symbol Z=Separator Zs=Space_Separator Zl=Line_Separator Zp=Paragraph_Separator C=Other
  Cc=Control Cf=Format Cs=Surrogate Co=Private_Use Cn=Unassigned`
    .split(/\s+/)
    .map((pair) => pair.split('=').reverse() as [string, string]),
);

const javaScriptSyntax =
  /\\u\{|\\u(?<unit>[\da-fA-F]{1,4})|\\c(?<control>[A-Z])|\\(?<sign>[pP])\{(?<name>[^}]*)\}|\\[\s\S]|\(\?<(?![=!])/gu;

/**
 * Translates the parts of JavaScript's syntax that the package re2 accepts: `\u0041`, `\cA`, `\p{Letter}` and
 * `(?<name>`.
 */
const toRe2Syntax = (source: string): string =>
  source.replace(javaScriptSyntax, (found, ...rest) => {
    const { unit, control, sign, name } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (unit !== undefined) return `\\x{${unit}}`;
    if (control !== undefined) return `\\x{${(control.charCodeAt(0) % 32).toString(16)}}`;
    if (name !== undefined) return `\\${sign}{${categories[name] ?? name.replace(/^(?:Script|sc)=/, '')}}`;
    return found === '\\u{' ? '\\x{' : found === '(?<' ? '(?P<' : found;
  });

/** The messages of re2js, and those of RE2. */
const re2Words: readonly (readonly [string, string])[] = [
  ['missing closing', 'missing'],
  ['missing argument to', 'no argument for'],
  ['invalid nested repetition operator', 'bad repetition operator'],
  ['invalid repeat count', 'invalid repetition size'],
  ['trailing backslash at end of expression', 'trailing \\'],
  ['invalid or unsupported Perl syntax', 'invalid perl operator'],
  ['invalid named capture', 'invalid named capture group'],
  ['expression too large', 'pattern too large'],
];

/** `error parsing regexp: missing closing ]: ` and the part of the pattern between backquotes. */
function toRe2Message(said: string): string {
  const message = said.replace(/^error parsing regexp: /, '').replace(/: `([\s\S]*)`$/, ': $1');
  const [theirs, words] = re2Words.find(([start]) => message.startsWith(start)) ?? ['', ''];
  return words + message.slice(theirs.length);
}

export interface ChosenEngine {
  readonly engine: RegexEngine;
  /** Why it is not re2. */
  readonly reason?: string;
}

let chosen: ChosenEngine | undefined;

/** Set to `re2js` to run patterns in re2js even where re2 loads. */
export const engineVariable = 'PTYWRIGHT_REGEX';

/** The engine of this process. An error here means that ptywright is damaged, and never that a pattern is invalid. */
export function chooseEngine(): ChosenEngine {
  chosen ??= preferRe2();
  return chosen;
}

function preferRe2(): ChosenEngine {
  if (process.env[engineVariable] === 're2js')
    return { engine: loadRe2js(), reason: `${engineVariable} is re2js` };
  try {
    return { engine: loadRe2() };
  } catch (problem) {
    const [reason = ''] = String((problem as Error).message).split('\n');
    return { engine: loadRe2js(), reason };
  }
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
