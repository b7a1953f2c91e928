/** Output of real programs: whiptail, dialog, fzf and less, recorded at 24 rows and 80 columns. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lookAfter, value } from '../host/shown.ts';

const recorded = (name: string) =>
  lookAfter(readFileSync(new URL(`recorded/${name}.ansi`, import.meta.url), 'utf8'));
const read = (name: string, what: string) =>
  value(`return ptywright.screen.${what}`, { look: recorded(name) });

describe('a question in a box', () => {
  it('is read with its title, its words and its buttons', () => {
    expect(read('question', 'boxes()')).toMatchObject([
      { top: 8, left: 20, bottom: 15, right: 59, title: 'Careful', style: 'square', open: false, depth: 0 },
    ]);
    expect(read('question', 'buttons(ptywright.screen.boxes()[1])')).toEqual([
      { label: 'Yes', row: 13, col: 29, end_col: 34, selected: true },
      { label: 'No', row: 13, col: 45, end_col: 49, selected: false },
    ]);
    expect(read('question', 'options()')).toEqual([]);
  });

  it('tells the button that the cursor is on', () => {
    expect(read('tabbedQuestion', 'buttons()')).toMatchObject([
      { label: 'Yes', selected: false },
      { label: 'No', selected: true },
    ]);
    expect(read('tabbedQuestion', 'rules()')).toMatchObject([{ row: 12, col: 20, end_col: 58 }]);
  });
});

describe('a menu', () => {
  const items = ['apple', 'banana yellow', 'cherry dark'];

  it('has choices of which one stands out by its colours', () => {
    expect(read('menu', 'options()')).toMatchObject([
      { label: 'apple', description: 'red', selected: false },
      { label: items[1], selected: true, row: 8, col: 33 },
      { label: items[2], selected: false },
    ]);
    expect(read('menu', 'options(ptywright.screen.boxes()[1])')).toEqual(read('menu', 'options()'));
  });

  it('with boxes to tick tells what is ticked, and where one is by the mark between the brackets', () => {
    expect(read('checklist', 'options()')).toEqual([
      { label: 'cheese', row: 7, col: 22, selected: true, checked: true, description: 'yes' },
      { label: 'olives', row: 8, col: 22, selected: false, checked: false, description: 'no' },
      { label: 'onion', row: 9, col: 22, selected: false, checked: false, description: 'maybe' },
    ]);
  });

  it('in a box in a box is read from either', () => {
    expect(read('radiolist', 'boxes()')).toMatchObject([
      { top: 4, depth: 0 },
      { top: 6, left: 16, bottom: 15, right: 61, depth: 1 },
    ]);
    const choices = [
      { label: 's', checked: false, selected: true, description: 'small' },
      { label: 'm', checked: true, selected: false, description: 'medium' },
      { label: 'l', checked: false, selected: false, description: 'large' },
    ];
    expect(read('radiolist', 'options()')).toMatchObject(choices);
    expect(read('radiolist', 'options(ptywright.screen.boxes()[2])')).toMatchObject(choices);
  });
});

describe('a finder', () => {
  it('has a frame with a label, a rule with a count, choices with a mark, and a line to type in', () => {
    expect(read('finder', 'boxes()')).toMatchObject([
      { top: 0, left: 0, bottom: 23, right: 79, title: 'files', style: 'round' },
    ]);
    expect(read('finder', 'rules()')).toMatchObject([{ label: '3/3', style: 'light' }]);
    expect(read('finder', 'options()')).toMatchObject([
      { label: 'three', selected: false },
      { label: 'two', selected: true },
      { label: 'one', selected: false },
    ]);
    expect(read('finder', 'before_cursor()')).toMatch(/^│ > $/);
  });
});

describe('a pager', () => {
  it('asks at the bottom, which is no choice', () => {
    expect(read('pager', 'options()')).toEqual([]);
    expect(read('pager', 'styled_rows({ inverse = true })')).toEqual([23]);
    expect(read('pager', 'cursor().row')).toBe(23);
  });
});
