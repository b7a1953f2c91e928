/** How the command line prints a screen with its matched rules. */
import { describe, expect, it } from 'vitest';
import { formatMarkedScreen, formatRules, resolveRows } from '#cli/plugin/ruleReport.ts';

const rules = [
  { rule: 'a', matched: false, rows: [3, 1, 2, 2], why: 'no box' },
  { rule: 'longer', matched: true, rows: [2, 10] },
  { rule: 'plain', matched: false },
];

describe('a screen for people', () => {
  it('has a line for each rule', () => {
    expect(formatRules(rules)).toEqual(['- a       rows 1-3  (no box)', '+ longer  rows 2, 10', '- plain']);
  });

  it('counts rows below zero from the bottom', () => {
    const [rule] = resolveRows([{ rule: 'a', matched: true, rows: [0, -1, -24, -25] }], 24);
    expect(rule!.rows).toEqual([0, 23, 0]);
    expect(formatRules(resolveRows([{ rule: 'a', matched: true, rows: [-2, -1] }], 24))).toEqual([
      '+ a  rows 22-23',
    ]);
    expect(resolveRows([{ rule: 'plain', matched: false }], 24)).toEqual([
      { rule: 'plain', matched: false, rows: [] },
    ]);
  });

  it('numbers its rows, and marks those that a rule read: matching rules before others', () => {
    const rows = ['zero', '', 'two', 'three', '', '', '', '', '', 'nine', '', '', ''];
    expect(formatMarkedScreen(rows, rules)).toEqual([
      ' 0  | zero',
      ' 1 -|',
      ' 2 +| two',
      ' 3 -| three',
      ' 4  |',
      ' 5  |',
      ' 6  |',
      ' 7  |',
      ' 8  |',
      ' 9  | nine',
      '10 +|',
    ]);
    expect(formatMarkedScreen([], [])).toEqual([]);
  });
});
