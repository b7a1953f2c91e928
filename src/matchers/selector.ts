/** Selectors: find targets on a screen. Rows and columns count from 0. */
import { type Fault, type FaultData, fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { compilePattern, type Pattern, PatternError } from '#platform/regex.ts';
import { z } from '#platform/schema.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { type Cell, Style } from '#terminal/cells.ts';
import { type CompiledMatcher, defineMatcher, type FoundText, hit, miss } from './matcher.ts';
import type { CellPosition, SearchArea, SessionView, TextView } from './sessionView.ts';
import { occurrences, patternViews } from './text.ts';

export type Selector =
  | { readonly type: 'exact'; readonly text: string }
  | { readonly type: 'regex'; readonly pattern: string }
  | { readonly type: 'at'; readonly row: number; readonly col: number }
  | { readonly type: 'within'; readonly area: Required<SearchArea>; readonly selector: Selector }
  /** The match with this index, from 0. Negative indexes count from the last match. */
  | { readonly type: 'nth'; readonly index: number; readonly selector: Selector }
  /** The matches that are in this direction of a match of `to`. */
  | {
      readonly type: 'relative';
      readonly direction: Direction;
      readonly to: Selector;
      readonly selector: Selector;
    }
  /** The matches in which every character has this style. */
  | { readonly type: 'styled'; readonly style: ExpectedStyle; readonly selector: Selector };

/** Returns all matches in reading order. */
export type SelectorFinder = (view: SessionView, area?: Required<SearchArea>) => readonly FoundText[];

type FindSpans = (text: string) => Iterable<{ readonly start: number; readonly end: number }>;

/** Compiles the patterns of a selector, and names its parameter in errors. */
interface SelectorCompiler {
  readonly path: string;
  pattern(source: string): Pattern;
}

const parameterCompiler: SelectorCompiler = {
  path: 'selector',
  pattern: (source) => {
    try {
      return compilePattern(source);
    } catch (problem) {
      if (!(problem instanceof PatternError)) throw problem;
      return refuseSelector('selector', `invalid pattern: ${problem.message}`);
    }
  },
};

export function compileSelector(
  selector: Selector,
  compiler: SelectorCompiler = parameterCompiler,
  depth = 1,
): SelectorFinder {
  if (depth > limits.matcherDepth)
    return refuseSelector(compiler.path, `nested deeper than ${limits.matcherDepth}`);
  const compileInner = (inner: Selector) => compileSelector(inner, compiler, depth + 1);
  switch (selector.type) {
    case 'exact':
      return searchViews(exactSpans(selector.text));
    case 'regex': {
      const pattern = compiler.pattern(selector.pattern);
      return searchViews((text) => pattern.each(text));
    }
    case 'at': {
      const find = searchViews(nonBlankSpan);
      const area = { row: selector.row, col: selector.col, rows: 1, cols: 1 };
      return (view, outer) => (outer && !intersectAreas(area, outer) ? [] : find(view, area));
    }
    case 'within': {
      const find = compileInner(selector.selector);
      return (view, outer) => {
        const area = outer ? intersectAreas(selector.area, outer) : selector.area;
        return area ? find(view, area) : [];
      };
    }
    case 'nth': {
      const find = compileInner(selector.selector);
      const { index } = selector;
      return (view, area) => [find(view, area).at(index) ?? []].flat();
    }
    case 'relative':
      return findRelative(selector.direction, compileInner(selector.to), compileInner(selector.selector));
    case 'styled': {
      const find = compileInner(selector.selector);
      return (view, area) => find(view, area).filter((found) => hasStyle(found, selector.style));
    }
  }
}

interface CellRange {
  readonly first: CellPosition;
  readonly last: CellPosition;
}

const cellRangeOf = ({ view, start, end }: FoundText): CellRange => ({
  first: view.positionAt!(start),
  last: view.positionAt!(end - 1),
});

const isBefore = (one: CellPosition, other: CellPosition) =>
  one.row < other.row || (one.row === other.row && one.col < other.col);
const sharesColumn = (one: CellRange, other: CellRange) =>
  one.first.col <= other.last.col && other.first.col <= one.last.col;

/** Whether a match is in a direction of another match. */
const directions = {
  after: (found: CellRange, to: CellRange) => isBefore(to.last, found.first),
  before: (found: CellRange, to: CellRange) => isBefore(found.last, to.first),
  right: (found: CellRange, to: CellRange) =>
    found.first.row === to.last.row && found.first.col > to.last.col,
  left: (found: CellRange, to: CellRange) => found.last.row === to.first.row && found.last.col < to.first.col,
  below: (found: CellRange, to: CellRange) => found.first.row > to.last.row && sharesColumn(found, to),
  above: (found: CellRange, to: CellRange) => found.last.row < to.first.row && sharesColumn(found, to),
} as const;
type Direction = keyof typeof directions;

/** Text from before an input may be referred to, although it does not match. */
function findRelative(direction: Direction, findTo: SelectorFinder, find: SelectorFinder): SelectorFinder {
  const isThere = directions[direction];
  return (view, area) => {
    const all = findTo(view.withoutBaseline, area).map(cellRangeOf);
    if (all.length === 0) return [];
    return find(view, area).filter((found) => {
      const range = cellRangeOf(found);
      return all.some((to) => isThere(range, to));
    });
  };
}

const Color = Style.shape.fg.unwrap().nullable().describe('Null is the default color.');

export const ExpectedStyle = z
  .strictObject({ ...Style.shape, fg: Color.optional(), bg: Color.optional() })
  .refine((style) => Object.keys(style).length > 0, 'expected at least one field')
  .meta({ id: 'ExpectedStyle', description: 'Attributes that are absent are not compared.' });
export type ExpectedStyle = z.output<typeof ExpectedStyle>;

/** Blanks do not count, because most of their style is not visible. */
function hasStyle({ view, start, end }: FoundText, style: ExpectedStyle): boolean {
  const cells = view.cellsAt!(start, end).filter(({ char }) => char.trim() !== '');
  return cells.length > 0 && cells.every((cell) => cellHasStyle(cell, style));
}

const cellHasStyle = (cell: Cell, style: ExpectedStyle) =>
  Object.entries(style).every(
    ([name, expected]) => normalizeStyle(cell[name as keyof Cell]) === normalizeStyle(expected),
  );

/** Treats false, null and undefined as not set. */
const normalizeStyle = (value: unknown) => (value === false || value === undefined ? null : value);

export const formatSelector = (selector: Selector): string =>
  `a match of the selector ${JSON.stringify(selector)}`;

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
    for (const start of occurrences(text, expected, expected.length))
      yield { start, end: start + expected.length };
  };

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

const refuseSelector = (path: string, reason: string): never => raise(fault.Invalid({ path, reason }));

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
  checkUnambiguous(found, ambiguity, redaction);
  const one = ambiguity === 'last' ? found.at(-1) : found[0];
  return one && toSelectorTarget(one, redaction);
}

/** Raises Ambiguous if several match and the policy is `fail`. */
export function checkUnambiguous(
  found: readonly FoundText[],
  ambiguity: AmbiguityPolicy,
  redaction: Redaction,
): void {
  if (ambiguity !== 'fail' || found.length < 2) return;
  const candidates = found.slice(0, limits.listedMatches).map((one) => {
    const { row, col, text } = toSelectorTarget(one, redaction);
    return { row, col, text: text.slice(0, limits.nameChars) };
  });
  raise(ambiguousFault({ path: 'selector', matched: found.length, candidates }));
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
        index: z
          .int()
          .min(-limits.hostResults)
          .max(limits.hostResults)
          .describe('From 0, in reading order. Negative indexes count from the end: -1 is the last match.'),
        selector: innerSelector,
      })
      .describe('One match of another selector.'),
    z
      .strictObject({
        type: z.literal('relative'),
        direction: z
          .enum(Object.keys(directions) as [Direction, ...Direction[]])
          .describe(
            '`after` and `before` in reading order; `right` and `left` in the same row; `below` and `above` in other rows, with at least one column in common.',
          ),
        to: innerSelector,
        selector: innerSelector,
      })
      .describe('The matches of `selector` that are in this direction of a match of `to`.'),
    z
      .strictObject({ type: z.literal('styled'), style: ExpectedStyle, selector: innerSelector })
      .describe('The matches of another selector in which every character has this style.'),
  ])
  .meta({ id: 'Selector', description: 'Selects targets on the screen.' });

export const selector = defineMatcher({
  name: 'selector',
  summary: 'The selector matches at least one target on the screen. In `not`, it matches none.',
  value: () => SelectorSchema,
  needs: 'screen.read',
  watches: ['content', 'cursor'],
  format: formatSelector,
  example: { value: { type: 'exact', text: 'ready' } },
  compile: (value, compiler) => {
    const find = compileSelector(value, {
      path: `${compiler.path}.value`,
      pattern: (source) => compiler.pattern(source, 'value'),
    });
    return createSelectorProbe(find).evaluate;
  },
});
