/** A screen with the numbers of its rows, and marks beside those that a rule looked at. */
import type { RuleTrace } from '../../core/plugin/host/asked.ts';

const plus = '+';
const minus = '-';

/** As a plugin says it; what is not told is left out. */
export type Rule = Pick<RuleTrace, 'rule' | 'matched'> & Partial<RuleTrace>;

/** One line a rule, in the order in which they were tried. */
export function ruleLines(rules: readonly Rule[]): readonly string[] {
  const width = Math.max(0, ...rules.map(({ rule }) => rule.length));
  return rules.map(({ rule, matched, rows = [], why }) =>
    [
      `${matched ? plus : minus} ${rule.padEnd(width)}`,
      rows.length > 0 && `row${rows.length > 1 ? 's' : ''} ${stretches(rows)}`,
      why && `(${why})`,
    ]
      .filter(Boolean)
      .join('  ')
      .trimEnd(),
  );
}

/** `3, 5-7` instead of `3, 5, 6, 7`. */
function stretches(rows: readonly number[]): string {
  const sorted = [...new Set(rows)].sort((a, b) => a - b);
  const found: [number, number][] = [];
  for (const row of sorted) {
    const last = found.at(-1);
    if (last && last[1] === row - 1) last[1] = row;
    else found.push([row, row]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/** The rows count from 0, as plugins count them. Blank ones at the end are left out. */
export function screenLines(rows: readonly string[], rules: readonly Rule[]): readonly string[] {
  const marked = new Map<number, string>();
  for (const { matched, rows: looked = [] } of [...rules].sort(
    (a, b) => Number(a.matched) - Number(b.matched),
  ))
    for (const row of looked) marked.set(row, matched ? plus : minus);
  const last = Math.max(
    rows.findLastIndex((row) => row !== ''),
    ...marked.keys(),
  );
  const width = String(Math.max(0, last)).length;
  return rows
    .slice(0, last + 1)
    .map((row, at) => `${String(at).padStart(width)} ${marked.get(at) ?? ' '}| ${row}`.trimEnd());
}
