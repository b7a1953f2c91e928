/** Formats rules and a screen with row numbers and marks on the rows that the rules looked at. */
import type { RuleTrace } from '#adapters/host/declaration.ts';

const matchedMark = '+';
const unmatchedMark = '-';

/** A rule as reported by a plugin. Missing fields are left out. */
export type ReportedRule = Pick<RuleTrace, 'rule' | 'matched'> & Partial<RuleTrace>;

/** Converts rows that count from the bottom, such as -1, to row numbers. Leaves out rows that do not exist. */
export const resolveRows = (rules: readonly ReportedRule[], height: number): readonly ReportedRule[] =>
  rules.map((rule) => ({
    ...rule,
    rows: (rule.rows ?? []).map((row) => (row < 0 ? height + row : row)).filter((row) => row >= 0),
  }));

/** One line per rule, in the order in which they were tried. */
export function formatRules(rules: readonly ReportedRule[]): readonly string[] {
  const width = Math.max(0, ...rules.map(({ rule }) => rule.length));
  return rules.map(({ rule, matched, rows = [], why }) =>
    [
      `${matched ? matchedMark : unmatchedMark} ${rule.padEnd(width)}`,
      rows.length > 0 && `row${rows.length > 1 ? 's' : ''} ${formatRanges(rows)}`,
      why && `(${why})`,
    ]
      .filter(Boolean)
      .join('  ')
      .trimEnd(),
  );
}

/** Formats `3, 5-7` instead of `3, 5, 6, 7`. */
function formatRanges(rows: readonly number[]): string {
  const sorted = [...new Set(rows)].sort((a, b) => a - b);
  const found: [number, number][] = [];
  for (const row of sorted) {
    const last = found.at(-1);
    if (last && last[1] === row - 1) last[1] = row;
    else found.push([row, row]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/** Rows count from 0, as in plugins. Blank rows at the end are left out. */
export function formatMarkedScreen(
  rows: readonly string[],
  rules: readonly ReportedRule[],
): readonly string[] {
  const marked = new Map<number, string>();
  for (const { matched, rows: readRows = [] } of [...rules].sort(
    (a, b) => Number(a.matched) - Number(b.matched),
  ))
    for (const row of readRows) marked.set(row, matched ? matchedMark : unmatchedMark);
  const last = Math.max(
    rows.findLastIndex((row) => row !== ''),
    ...marked.keys(),
  );
  const width = String(Math.max(0, last)).length;
  return rows
    .slice(0, last + 1)
    .map((row, at) => `${String(at).padStart(width)} ${marked.get(at) ?? ' '}| ${row}`.trimEnd());
}
