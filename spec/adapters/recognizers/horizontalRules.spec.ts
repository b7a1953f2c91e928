/** Horizontal rules, as programs draw them, and rows that look like one. */
import { describe, expect, it } from 'vitest';
import { read } from '../host/shown.ts';

describe('rules', () => {
  it.each([
    ['light', '──────────'],
    ['heavy', '━━━━━━━━━━'],
    ['double', '══════════'],
    ['dashed', '╌╌╌╌╌╌╌╌╌╌'],
    ['dashed', '┄┄┄┄┄┄┄┄┄┄'],
    ['block', '▀▀▀▀▀▀▀▀▀▀'],
    ['ascii', '----------'],
    ['ascii', '=========='],
    ['ascii', '__________'],
  ])('are drawn %s as %s', (style, line) => {
    expect(read('rules()', ` ${line}`)).toEqual([{ row: 0, col: 1, end_col: 11, style }]);
  });

  it.each([
    ['── Edit file ──────────', 'Edit file'],
    ['──────────────── 漢字 ──', '漢字'],
    ['Title ─────────────', 'Title'],
    ['─────────────┤ 12% ├──', '┤ 12% ├'],
    ['===== 3 passed =====', '3 passed'],
  ])('have words on them: %s', (line, label) => {
    expect(read('rules()', line)).toMatchObject([{ label }]);
  });

  it('inside of a box end at its edges', () => {
    expect(read('rules()', '│ x          │\n├────────────┤\n│────────────│')).toMatchObject([
      { row: 1, col: 1, end_col: 13 },
      { row: 2, col: 1, end_col: 13 },
    ]);
  });

  it.each([
    ['a short one', '───────'],
    ['the edge of a box', '╭──────────────╮'],
    ['a list', '- a -----------'],
    ['words before ASCII', 'total ---------------'],
    ['two kinds at once', '-=-=-=-=-=-=-=-=-=-'],
    ['words that touch it', '──abc───────────'],
  ])('are not: %s', (_, line) => {
    expect(read('rules()', line)).toEqual([]);
  });

  it('may be asked for in some rows, and shorter', () => {
    const screen = '─────\n──────────\n─────';
    expect(read('rules({ from = -23, min = 5 })', screen)).toMatchObject([{ row: 1 }, { row: 2 }]);
  });
});
