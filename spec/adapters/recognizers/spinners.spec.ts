/** Rows that show that a program is busy. */
import { describe, expect, it } from 'vitest';
import { read } from '../host/shown.ts';

describe('spinners', () => {
  it.each(['⠋ Loading', '✻ Thinking…', '◐ Working (3s)', '  ⣾ Building'])('begin a row: %s', (row) => {
    expect(read('spinners()', row)).toHaveLength(1);
  });

  it('may be told what counts as well', () => {
    expect(read('spinners()', '* x\n| y')).toEqual([]);
    expect(read("spinners({ also = '*|' })", '* x\n/ y')).toEqual([
      { row: 0, col: 0, glyph: '*', text: 'x' },
    ]);
  });
});
