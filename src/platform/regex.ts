/**
 * The door to RE2: whatever pattern a caller brings runs here, in time linear in the text. `test` is the cheap
 * question; `find` and `all` make RE2 track groups, which costs more with each group.
 *
 * The language is RE2's: `^` and `$` are the ends of the text unless the pattern says `(?m)`, `.` takes a line feed
 * only under `(?s)`, a character is a code point, and `\w`, `\d`, `\s` and `\b` know ASCII only (`\pL` knows letters).
 */
import { createRequire } from 'node:module';
import { limits } from '../core/limits.ts';

export interface Found {
  /** Half open, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** What each group caught, the first group at index 0; undefined for one that took no part. */
  readonly groups: readonly (string | undefined)[];
}

export interface Pattern {
  readonly source: string;
  test(text: string): boolean;
  find(text: string): Found | undefined;
  /** Matches from left to right that do not overlap, also empty ones. */
  all(text: string): readonly Found[];
  /** The same one by one. Each search is linear, but may look at all of the text: whoever asks on may have to stop. */
  each(text: string): Iterable<Found>;
}

export type PatternFault = 'syntax' | 'lookaround' | 'backreference' | 'bytes' | 'size' | 'groups' | 'flags';

/** The message tells the caller what to change. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  readonly fault: PatternFault;
  constructor(fault: PatternFault, reason: string) {
    super(reason);
    this.fault = fault;
  }
}

export interface PatternOptions {
  /** Any of `i` (letter case is ignored), `m` (`^` and `$` at each line), `s` (`.` takes a line feed). */
  readonly flags?: string;
  /** The source was derived by us from a pattern that was checked: it may be longer. */
  readonly derived?: boolean;
}

type RE2Constructor = new (source: string, flags: string) => RegExp;

let loaded: RE2Constructor | undefined;

// Loading the native module costs a millisecond: it is paid by the first pattern, not by every start of the server.
const re2 = (): RE2Constructor => {
  loaded ??= createRequire(import.meta.url)('re2') as RE2Constructor;
  return loaded;
};

export function compilePattern(source: string, options: PatternOptions = {}): Pattern {
  const flags = readFlags(options.flags ?? '');
  if (!options.derived) refuseOversize(source);
  const expression = parse(source, `${flags}gu`);
  if (!options.derived) refuseGroups(source);
  return patternOver(source, expression);
}

/** Groups in a pattern that compiles: an alternative that is always there shows them all, unmatched. */
export const countGroups = (source: string): number =>
  (new (re2())(`|${source}`, 'u').exec('') ?? [0]).length - 1;

function readFlags(flags: string): string {
  if (/^(?:([ims])(?!.*\1))*$/.test(flags)) return flags;
  throw new PatternError('flags', `flags are any of "i", "m" and "s", each once; got "${flags}"`);
}

function refuseOversize(source: string): void {
  if (source.length > limits.patternChars)
    throw new PatternError('size', `longer than ${limits.patternChars} characters (it has ${source.length})`);
}

function refuseGroups(source: string): void {
  const groups = countGroups(source);
  if (groups > limits.patternGroups)
    throw new PatternError(
      'groups',
      `more than ${limits.patternGroups} groups (it has ${groups}): write (?:…) where nothing is to be captured`,
    );
}

/** What RE2 says, and what to tell the one who wrote the pattern. */
const explanations: readonly [RegExp, PatternFault, string][] = [
  [
    /\(\?<?[=!]/,
    'lookaround',
    'lookahead and lookbehind are not supported, as they cannot run in linear time',
  ],
  [
    /escape sequence: \\[1-9k]|operator: \(\?P$/,
    'backreference',
    'backreferences are not supported, as they cannot run in linear time',
  ],
  [/too large/, 'size', 'too large once its repetitions are written out; use smaller counts'],
];

const wholeByte = /(?<!\\)(?:\\\\)*\\C/;

function parse(source: string, flags: string): RegExp {
  if (wholeByte.test(source))
    throw new PatternError('bytes', '\\C matches one byte, and text has characters');
  try {
    return new (re2())(source, flags);
  } catch (failure) {
    throw explained((failure as Error).message);
  }
}

function explained(said: string): PatternError {
  const [, fault, reason] = explanations.find(([sign]) => sign.test(said)) ?? [said, 'syntax', said];
  return new PatternError(fault as PatternFault, reason);
}

/** Newer versions of Node hand half a surrogate pair on as bytes that RE2 takes for no character, and then it finds nothing. */
const wellFormed = (text: string): string => (text.isWellFormed() ? text : text.toWellFormed());

function patternOver(source: string, expression: RegExp): Pattern {
  const at = (text: string, from: number): Found | undefined => {
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
    all: (text) => [...walk(wellFormed(text), at)],
    each: (text) => walk(wellFormed(text), at),
  };
}

function* walk(text: string, at: (text: string, from: number) => Found | undefined): Generator<Found> {
  for (let from = 0; from <= text.length; ) {
    const found = at(text, from);
    if (!found) return;
    yield found;
    from = found.end > found.start ? found.end : found.end + width(text, found.end);
  }
}

const width = (text: string, index: number): number => ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
