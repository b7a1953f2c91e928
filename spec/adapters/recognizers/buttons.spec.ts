/** Buttons, and which of them is selected. */
import { describe, expect, it } from 'vitest';
import { read } from '../host/shown.ts';

describe('buttons', () => {
  it('are words in brackets; what may be ticked is none', () => {
    expect(read('buttons()', '[x] sure\n [ OK ]  [Cancel] <Help>')).toMatchObject([
      { label: 'OK', col: 1, end_col: 7 },
      { label: 'Cancel' },
      { label: 'Help' },
    ]);
  });
});

describe('a button', () => {
  it('is selected when the cursor is on it', () => {
    expect(read('buttons()', '<Yes> <^No>')).toMatchObject([{ selected: false }, { selected: true }]);
  });

  it('has more than one letter', () => {
    expect(read('buttons()', 'a <b> c < d >')).toEqual([]);
  });
});
