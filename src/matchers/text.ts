/** Matchers of text and of the end of output: on the screen, in the title and in the transcript. Also how they search. */
import { limits } from '#limits.ts';
import { compilePattern, type Pattern, type PatternMatch } from '#platform/regex.ts';
import { z } from '#platform/schema.ts';
import type { Redaction } from '#redaction/redaction.ts';
import {
  defineMatcher,
  hit,
  type MatcherCompiler,
  type MatchResult,
  miss,
  type FoundText as Place,
  quote,
} from './matcher.ts';
import type { TextView, UnwrappedText } from './sessionView.ts';

export const TextCondition = z
  .strictObject({ equals: z.string(), contains: z.string().min(1), regex: z.string().min(1) })
  .partial()
  .refine(
    (value) => Object.keys(value).length === 1,
    'expected exactly one of `equals`, `contains` and `regex`',
  )
  .meta({
    id: 'TextCondition',
    description: 'A condition on a text: equals, contains or matches an RE2 pattern.',
  });

export type TextCondition = z.output<typeof TextCondition>;

/** `key` is the path of the condition in the matcher. */
export function compileTextCondition(
  { equals, contains, regex }: TextCondition,
  compiler: MatcherCompiler,
  key: string,
): (text: string) => boolean {
  if (equals !== undefined) return (text) => text === equals;
  if (contains !== undefined) return (text) => text.includes(contains);
  const pattern = compiler.pattern(regex!, `${key}.regex`);
  return (text) => pattern.test(text);
}

/** `name` includes its article: `a title`. */
export const formatTextCondition = (name: string, { equals, contains, regex }: TextCondition): string =>
  equals !== undefined
    ? `${name} that is ${quote(equals)}`
    : contains !== undefined
      ? `${name} that contains ${quote(contains)}`
      : `${name} that matches ${quote(regex!)}`;

export const containsText = defineMatcher({
  name: 'contains_text',
  summary:
    'The screen shows exactly this text; case matters. Rows are joined by a line feed. Where the terminal wrapped a long line, the text also matches without the line feed. Trailing blanks of rows are removed, except those before the cursor.',
  value: () => z.string().min(1),
  narrows: true,
  needs: 'screen.read',
  watches: ['content', 'cursor'],
  format: (value) => `the screen to show ${quote(value)}`,
  example: { value: 'ready' },
  compile: (value, _compiler, narrowed) => (view) => searchText('contains_text', narrowed(view), value),
});

export const screenRegex = defineMatcher({
  name: 'screen_regex',
  summary:
    'The screen shows text that matches this RE2 pattern. With `(?m)`, `^` and `$` match at each row. Trailing blanks are removed. The row of the cursor is searched with the blanks before the cursor first, and then without them.',
  value: () => z.string().min(1),
  narrows: true,
  needs: 'screen.read',
  watches: ['content', 'cursor'],
  format: (value) => `the screen to match ${quote(value)}`,
  example: { value: 'rea.y' },
  compile: (value, compiler, narrowed) => {
    const pattern = compiler.pattern(value, 'value');
    return (view) => searchPattern('screen_regex', narrowed(view), pattern);
  },
});

export const title = defineMatcher({
  name: 'title',
  summary: 'The window title that the program has set equals, contains or matches this.',
  value: () => TextCondition,
  needs: 'screen.read',
  watches: ['title'],
  format: (value) =>
    value.equals === undefined ? formatTextCondition('a title', value) : `the title ${quote(value.equals)}`,
  example: { value: { contains: 'build' } },
  compile: (value, compiler) => {
    const fits = compileTextCondition(value, compiler, 'value');
    return ({ title }) => {
      if (!title?.isEligible(0, title.text.length) || !fits(title.text)) return miss();
      return hit('title', { found: { view: title, start: 0, end: title.text.length } });
    };
  },
});

function searchText(kind: string, view: TextView, pattern: string): MatchResult {
  const found =
    findText(view, pattern) ?? findUnwrappedText(view, pattern) ?? findTextWithBlanks(view, pattern);
  return found ? hit(kind, { found }) : miss();
}

function findText(view: TextView, pattern: string): Place | undefined {
  for (const start of occurrences(view.text, pattern, 1)) {
    const end = start + pattern.length;
    if (view.isEligible(start, end)) return { view, start, end };
  }
  return undefined;
}

/** The offsets of a text. The next one is at least `step` after the last. */
export function* occurrences(text: string, expected: string, step: number): Generator<number> {
  for (let at = text.indexOf(expected); at >= 0; at = text.indexOf(expected, at + step)) yield at;
}

function findUnwrappedText(view: TextView, pattern: string): Place | undefined {
  const joined = pattern.length > 1 ? view.unwrapped?.() : undefined;
  if (!joined) return undefined;
  for (const [start, end] of unwrappedRanges(joined, pattern))
    if (view.isEligible(start, end)) return { view, start, end };
  return undefined;
}

const blankAtEnd = / (?:\n|$)/;

function findTextWithBlanks(view: TextView, pattern: string): Place | undefined {
  const longer = blankAtEnd.test(pattern) ? view.withTrailingBlanks?.('before the cursor') : undefined;
  return longer && (findText(longer, pattern) ?? findUnwrappedText(longer, pattern));
}

/** The views to search, in order. A match that ends in a blank may be meant with the blank or without it. */
export function* patternViews(view: TextView): Generator<TextView> {
  const longer = view.withTrailingBlanks?.('before the cursor');
  if (longer) yield longer;
  yield view;
}

/** The end of a range is the end of its last character, not the start of the next row. */
function* unwrappedRanges(
  { text, toViewOffset }: UnwrappedText,
  pattern: string,
): Generator<readonly [number, number]> {
  for (const at of occurrences(text, pattern, 1))
    yield [toViewOffset(at), toViewOffset(at + pattern.length - 1) + 1];
}

export function searchPattern(kind: string, view: TextView, pattern: Pattern): MatchResult {
  for (const one of patternViews(view)) {
    const found = firstEligible(one, pattern);
    if (found) return patternHit(kind, one, found, pattern);
  }
  return miss();
}

function patternHit(
  kind: string,
  view: TextView,
  { start, end, groups }: PatternMatch,
  pattern: Pattern,
): MatchResult {
  const group = groups.find((text) => text !== undefined);
  return hit(kind, { found: { view, start, end }, group, facts: { pattern: pattern.source } });
}

function firstEligible(view: TextView, pattern: Pattern): PatternMatch | undefined {
  for (const found of pattern.each(view.text)) if (view.isEligible(found.start, found.end)) return found;
  return undefined;
}

/** A found text, redacted. Matchers need only the first match; this one is for lists of all matches. */
interface TextMatch {
  readonly text: string;
  readonly row: number;
  readonly col: number;
  /** Number of code points on the screen, before redaction. */
  readonly length: number;
}

/** Returns at most `limits.hostResults` matches. The pattern must be valid. */
export function findTextMatches(
  view: TextView,
  { pattern, isRegex }: { readonly pattern: string; readonly isRegex: boolean },
  redaction: Redaction,
): TextMatch[] {
  for (const one of patternViews(view)) {
    const spans = isRegex ? patternRanges(one.text, pattern) : textRanges(one, pattern);
    const places = [...takeFirst(spans, limits.hostResults)].map((span) => toTextMatch(one, span, redaction));
    if (places.length > 0) return places;
  }
  return [];
}

function* takeFirst<One>(all: Iterable<One>, most: number): Generator<One> {
  let taken = 0;
  for (const one of all) {
    if (taken++ === most) return;
    yield one;
  }
}

function toTextMatch(view: TextView, [start, end]: MatchRange, redaction: Redaction): TextMatch {
  const { row, col } = view.positionAt!(start);
  const { length } = [...view.text.slice(start, end)];
  return { text: view.redactedText(start, end, redaction), row, col, length };
}

type MatchRange = readonly [number, number];

function* patternRanges(text: string, pattern: string): Generator<MatchRange> {
  for (const { start, end } of compilePattern(pattern).each(text)) yield [start, end];
}

/** Searches across wrapped rows only if no single row contains the text. */
function* textRanges(view: TextView, pattern: string): Generator<MatchRange> {
  const { text } = view;
  if (!text.includes(pattern)) {
    const joined = view.unwrapped?.();
    if (joined) yield* unwrappedRanges(joined, pattern);
  }
  for (const at of occurrences(text, pattern, pattern.length)) yield [at, at + pattern.length];
}

export const transcriptContains = defineMatcher({
  name: 'transcript_contains',
  summary: 'The end of the transcript contains this text. Escape sequences are part of the transcript.',
  value: () => z.string().min(1),
  needs: 'transcript.read',
  watches: ['output'],
  format: (value) => `the output to contain ${quote(value)}`,
  example: { value: 'ready' },
  compile: (value) => (view) => searchText('transcript_contains', view.transcript(), value),
});

export const transcriptRegex = defineMatcher({
  name: 'transcript_regex',
  summary: 'The end of the transcript contains text that matches this RE2 pattern.',
  value: () => z.string().min(1),
  needs: 'transcript.read',
  watches: ['output'],
  format: (value) => `the output to match ${quote(value)}`,
  example: { value: 'rea.y' },
  compile: (value, compiler) => {
    const pattern = compiler.pattern(value, 'value');
    return (view) => searchPattern('transcript_regex', view.transcript(), pattern);
  },
});

export const idle = defineMatcher({
  name: 'idle',
  summary:
    'The program has written no output for this long, not even output that leaves the screen unchanged. After an input, the time counts from the input, whether or not the program has responded to it.',
  value: () => z.strictObject({ min_ms: z.int().min(0).max(limits.timeoutMs) }),
  watches: ['output'],
  format: ({ min_ms }) => `no output for ${min_ms} ms`,
  example: { value: { min_ms: 250 } },
  compile:
    ({ min_ms }) =>
    ({ now, lastOutput }) =>
      now - lastOutput >= min_ms ? hit('idle', { facts: { min_ms } }) : miss(lastOutput + min_ms),
});

export const processExited = defineMatcher({
  name: 'process_exited',
  summary: 'The program has ended and all of its output has been processed.',
  watches: ['exit'],
  format: () => 'the program to end',
  example: {},
  compile:
    () =>
    ({ exit }) =>
      exit ? hit('process_exited', { facts: { exit_code: exit.exitCode, signal: exit.signal } }) : miss(),
});
