/** Searches text and patterns in a view. Ranges that the view does not accept are skipped. */
import { limits } from '#limits.ts';
import { compilePattern, type Pattern, type PatternMatch } from '#platform/regex.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { hit, type MatchResult, miss, type FoundText as Place } from './matcher.ts';
import type { TextView, UnwrappedText } from './sessionView.ts';

export function searchText(kind: string, view: TextView, pattern: string): MatchResult {
  const found =
    findText(view, pattern) ?? findUnwrappedText(view, pattern) ?? findTextWithBlanks(view, pattern);
  return found ? hit(kind, { found }) : miss();
}

function findText(view: TextView, pattern: string): Place | undefined {
  for (let start = view.text.indexOf(pattern); start >= 0; start = view.text.indexOf(pattern, start + 1)) {
    const end = start + pattern.length;
    if (view.isEligible(start, end)) return { view, start, end };
  }
  return undefined;
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
  for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1))
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
export interface TextMatch {
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
  for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + pattern.length))
    yield [at, at + pattern.length];
}
