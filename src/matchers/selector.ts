/** Selectors: find targets on a screen. Rows and columns count from 0. */
import { type Fault, type FaultData, fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { compilePattern, PatternError } from '#platform/regex.ts';
import { z } from '#platform/schema.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { type CompiledMatcher, type FoundText, hit, miss } from './matcher.ts';
import { patternViews } from './search.ts';
import type { CellPosition, SearchArea, SessionView, TextView } from './sessionView.ts';

export type Selector =
  | { readonly type: 'exact'; readonly text: string }
  | { readonly type: 'regex'; readonly pattern: string }
  | { readonly type: 'at'; readonly row: number; readonly col: number }
  | { readonly type: 'within'; readonly area: Required<SearchArea>; readonly selector: Selector }
  /** The match with this index, from 0. */
  | { readonly type: 'nth'; readonly index: number; readonly selector: Selector }
  /** The matches that begin after the end of the first match of `anchor`, in reading order. */
  | { readonly type: 'after'; readonly anchor: Selector; readonly selector: Selector };

/** Returns all matches in reading order. */
export type SelectorFinder = (view: SessionView, area?: Required<SearchArea>) => readonly FoundText[];

type FindSpans = (text: string) => Iterable<{ readonly start: number; readonly end: number }>;

export function compileSelector(selector: Selector, depth = 1): SelectorFinder {
  if (depth > limits.matcherDepth) return refuseSelector(`nested deeper than ${limits.matcherDepth}`);
  switch (selector.type) {
    case 'exact':
      return searchViews(exactSpans(selector.text));
    case 'regex':
      return searchViews(patternSpans(selector.pattern));
    case 'at': {
      const find = searchViews(nonBlankSpan);
      const area = { row: selector.row, col: selector.col, rows: 1, cols: 1 };
      return (view, outer) => (outer && !intersectAreas(area, outer) ? [] : find(view, area));
    }
    case 'within': {
      const find = compileSelector(selector.selector, depth + 1);
      return (view, outer) => {
        const area = outer ? intersectAreas(selector.area, outer) : selector.area;
        return area ? find(view, area) : [];
      };
    }
    case 'nth': {
      const find = compileSelector(selector.selector, depth + 1);
      return (view, area) => find(view, area).slice(selector.index, selector.index + 1);
    }
    case 'after': {
      const findAnchor = compileSelector(selector.anchor, depth + 1);
      const find = compileSelector(selector.selector, depth + 1);
      return (view, area) => {
        const [anchor] = findAnchor(view, area);
        return anchor ? find(view, area).filter((one) => isAfter(one, anchor)) : [];
      };
    }
  }
}

function isAfter(one: FoundText, anchor: FoundText): boolean {
  const start = one.view.positionAt!(one.start);
  const end = anchor.view.positionAt!(anchor.end - 1);
  return start.row > end.row || (start.row === end.row && start.col > end.col);
}

/** Matches when the selector finds at least one target. `matcherText` describes the match in words. */
export const createSelectorProbe = (
  find: SelectorFinder,
  matcherText = 'a match of the selector',
): CompiledMatcher => ({
  matcherText,
  watches: new Set(['content', 'cursor']),
  evaluate: (view) => {
    const [found] = find(view);
    return found ? hit('selector', { found }) : miss();
  },
});

/** Matches when the selector finds no target. */
export const createGoneProbe = (find: SelectorFinder): CompiledMatcher => ({
  matcherText: 'the match of the selector to disappear',
  watches: new Set(['content', 'cursor']),
  evaluate: (view) => (find(view).length === 0 ? hit('gone') : miss()),
});

const searchViews =
  (spans: FindSpans): SelectorFinder =>
  (session, area) => {
    for (const view of patternViews(session.screen(area))) {
      const all = findInView(view, spans);
      if (all.length > 0) return all;
    }
    return [];
  };

function findInView(view: TextView, spans: FindSpans): readonly FoundText[] {
  const all: FoundText[] = [];
  for (const { start, end } of spans(view.text)) {
    if (all.length === limits.hostResults) break;
    if (end > start && view.isEligible(start, end)) all.push({ view, start, end });
  }
  return all;
}

const exactSpans = (expected: string): FindSpans =>
  function* (text) {
    for (let at = text.indexOf(expected); at >= 0; at = text.indexOf(expected, at + expected.length))
      yield { start: at, end: at + expected.length };
  };

function patternSpans(source: string): FindSpans {
  try {
    const pattern = compilePattern(source);
    return (text) => pattern.each(text);
  } catch (problem) {
    if (!(problem instanceof PatternError)) throw problem;
    return refuseSelector(`invalid pattern: ${problem.message}`);
  }
}

const nonBlankSpan: FindSpans = (text) => (text.trim() === '' ? [] : [{ start: 0, end: text.length }]);

function intersectAreas(
  one: Required<SearchArea>,
  other: Required<SearchArea>,
): Required<SearchArea> | undefined {
  const row = Math.max(one.row, other.row);
  const col = Math.max(one.col, other.col);
  const rows = Math.min(one.row + one.rows, other.row + other.rows) - row;
  const cols = Math.min(one.col + one.cols, other.col + other.cols) - col;
  return rows > 0 && cols > 0 ? { row, col, rows, cols } : undefined;
}

const refuseSelector = (reason: string): never => raise(fault.Invalid({ path: 'selector', reason }));

/** What to do when a selector matches several targets. */
export const ambiguityPolicies = ['fail', 'first', 'last'] as const;
export type AmbiguityPolicy = (typeof ambiguityPolicies)[number];

export interface SelectorTarget extends CellPosition {
  /** The last cell of the match. */
  readonly end: CellPosition;
  /** The cell to click: the middle of the match, or its first cell if it spans several rows. */
  readonly cell: CellPosition;
  readonly text: string;
}

export function toSelectorTarget({ view, start, end }: FoundText, redaction: Redaction): SelectorTarget {
  const first = view.positionAt!(start);
  const last = view.positionAt!(end - 1);
  const col = last.row === first.row ? Math.floor((first.col + last.col) / 2) : first.col;
  return {
    ...first,
    end: last,
    cell: { row: first.row, col },
    text: view.redactedText(start, end, redaction),
  };
}

/** Returns undefined without a match. Raises Ambiguous if several match and the policy is `fail`. */
export function chooseTarget(
  found: readonly FoundText[],
  ambiguity: AmbiguityPolicy,
  redaction: Redaction,
): SelectorTarget | undefined {
  if (ambiguity === 'fail' && found.length > 1) refuseAmbiguous(found, redaction);
  const one = ambiguity === 'last' ? found.at(-1) : found[0];
  return one && toSelectorTarget(one, redaction);
}

function refuseAmbiguous(found: readonly FoundText[], redaction: Redaction): never {
  const candidates = found.slice(0, limits.listedMatches).map((one) => {
    const { row, col, text } = toSelectorTarget(one, redaction);
    return { row, col, text: text.slice(0, limits.nameChars) };
  });
  return raise(ambiguousFault({ path: 'selector', matched: found.length, candidates }));
}

/** The message uses the coordinates in `data`. A dialect that counts from 1 must convert them first. */
export function ambiguousFault(data: FaultData<'Ambiguous'>): Fault {
  const { matched, candidates } = data;
  const places = candidates.map(({ row, col, text }) => `${JSON.stringify(text)} at ${row}:${col}`);
  const more = matched > candidates.length ? [`${matched - candidates.length} more`] : [];
  return fault.Ambiguous(
    data,
    `Ambiguous selector; matched ${matched} elements: ${[...places, ...more].join(', ')}`,
  );
}

/** The schema of selectors. Rows and columns count from 0. */
const AreaRow = z.int().min(0).max(limits.maxRows);
const AreaColumn = z.int().min(0).max(limits.maxCols);
const SelectorText = z.string().min(1).max(limits.patternChars);
const innerSelector = z.lazy((): z.ZodType<Selector, Selector> => SelectorSchema);

export const SelectorSchema: z.ZodType<Selector, Selector> = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('exact'), text: SelectorText }).describe('Each occurrence of a text.'),
    z
      .strictObject({ type: z.literal('regex'), pattern: SelectorText.describe('An RE2 pattern.') })
      .describe('Each match of a pattern.'),
    z
      .strictObject({ type: z.literal('at'), row: AreaRow, col: AreaColumn })
      .describe('One cell, if it is not blank.'),
    z
      .strictObject({
        type: z.literal('within'),
        area: z.strictObject({ row: AreaRow, col: AreaColumn, rows: AreaRow, cols: AreaColumn }),
        selector: innerSelector,
      })
      .describe('The matches of another selector in a part of the screen.'),
    z
      .strictObject({
        type: z.literal('nth'),
        index: z.int().min(0).max(limits.hostResults).describe('From 0, in reading order.'),
        selector: innerSelector,
      })
      .describe('One match of another selector.'),
    z
      .strictObject({ type: z.literal('after'), anchor: innerSelector, selector: innerSelector })
      .describe('The matches of another selector that begin after the first match of `anchor`.'),
  ])
  .meta({ id: 'Selector', description: 'Selects targets on the screen.' });
