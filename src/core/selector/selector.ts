/** Selectors: what on a screen is meant, and how many there are of it. Rows and columns count from 0. */
import { compilePattern, PatternError } from '../../platform/regex.ts';
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { type Found, hit, miss, type Probe } from '../matcher/matcher.ts';
import type { Area, Moment, TextView } from '../matcher/moment.ts';
import { viewsOf } from '../matcher/search.ts';

export type Selector =
  | { readonly type: 'exact'; readonly text: string }
  | { readonly type: 'regex'; readonly pattern: string }
  | { readonly type: 'at'; readonly row: number; readonly col: number }
  | { readonly type: 'within'; readonly area: Required<Area>; readonly selector: Selector }
  /** Of several, the one of that index, from 0. */
  | { readonly type: 'nth'; readonly index: number; readonly selector: Selector };

/** All that is meant, in the order in which it is read. Patterns are compiled once. */
export type Finder = (moment: Moment, area?: Required<Area>) => readonly Found[];

type Spans = (text: string) => Iterable<{ readonly start: number; readonly end: number }>;

export function compileSelector(selector: Selector, depth = 1): Finder {
  if (depth > limits.matcherDepth) return refuse(`nested deeper than ${limits.matcherDepth}`);
  switch (selector.type) {
    case 'exact':
      return searching(copiesOf(selector.text));
    case 'regex':
      return searching(patternSpans(selector.pattern));
    case 'at': {
      const find = searching(filled);
      const area = { row: selector.row, col: selector.col, rows: 1, cols: 1 };
      return (moment, outer) => (outer && !shared(area, outer) ? [] : find(moment, area));
    }
    case 'within': {
      const find = compileSelector(selector.selector, depth + 1);
      return (moment, outer) => {
        const area = outer ? shared(selector.area, outer) : selector.area;
        return area ? find(moment, area) : [];
      };
    }
    case 'nth': {
      const find = compileSelector(selector.selector, depth + 1);
      return (moment, area) => find(moment, area).slice(selector.index, selector.index + 1);
    }
  }
}

/** Satisfied when anything is meant at all. */
export const probeOf = (find: Finder): Probe => ({
  watches: new Set(['content', 'cursor']),
  ask: (moment) => {
    const [found] = find(moment);
    return found ? hit('selector', { found }) : miss();
  },
});

/** Satisfied when nothing is meant any more. */
export const goneOf = (find: Finder): Probe => ({
  watches: new Set(['content', 'cursor']),
  ask: (moment) => (find(moment).length === 0 ? hit('gone') : miss()),
});

const searching =
  (spans: Spans): Finder =>
  (moment, area) => {
    for (const view of viewsOf(moment.screen(area))) {
      const all = foundIn(view, spans);
      if (all.length > 0) return all;
    }
    return [];
  };

function foundIn(view: TextView, spans: Spans): readonly Found[] {
  const all: Found[] = [];
  for (const { start, end } of spans(view.text)) {
    if (all.length === limits.hostResults) break;
    if (end > start && view.admits(start, end)) all.push({ view, start, end });
  }
  return all;
}

const copiesOf = (wanted: string): Spans =>
  function* (text) {
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
      yield { start: at, end: at + wanted.length };
  };

function patternSpans(source: string): Spans {
  try {
    const pattern = compilePattern(source);
    return (text) => pattern.each(text);
  } catch (problem) {
    if (!(problem instanceof PatternError)) throw problem;
    return refuse(`invalid pattern: ${problem.message}`);
  }
}

const filled: Spans = (text) => (text.trim() === '' ? [] : [{ start: 0, end: text.length }]);

function shared(one: Required<Area>, other: Required<Area>): Required<Area> | undefined {
  const row = Math.max(one.row, other.row);
  const col = Math.max(one.col, other.col);
  const rows = Math.min(one.row + one.rows, other.row + other.rows) - row;
  const cols = Math.min(one.col + one.cols, other.col + other.cols) - col;
  return rows > 0 && cols > 0 ? { row, col, rows, cols } : undefined;
}

const refuse = (reason: string): never => raise(fault.Invalid({ path: 'selector', reason }));
