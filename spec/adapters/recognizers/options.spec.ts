/** Options as programs display them: what is an option, which one is selected, and look-alikes. */
import { describe, expect, it } from 'vitest';
import { lookAfter, read, value } from '../host/shown.ts';

describe('options', () => {
  it('are numbered, marked, and part of a text that has numbers too', () => {
    const screen = 'Steps:\n1. read\n2. write\n\n Go on?\n ❯ 1. Yes\n   2. No (esc)\n\n Enter to choose';
    expect(read('options()', screen)).toEqual([
      { index: 1, label: 'Yes', row: 5, col: 6, selected: true },
      { index: 2, label: 'No (esc)', row: 6, col: 6, selected: false, key: 'esc' },
    ]);
  });

  it('go on behind a rule, and behind rows that describe them', () => {
    const screen = '❯ 1. Postgres\n     A server\n  2. SQLite\n     A file\n──────────────\n  3. Other';
    expect(read('options()', screen)).toMatchObject([
      { index: 1, label: 'Postgres', description: 'A server', selected: true },
      { index: 2, label: 'SQLite', description: 'A file' },
      { index: 3, label: 'Other' },
    ]);
  });

  it('are joined where they were wrapped at the edge', () => {
    const screen = ' ❯ 1. Yes, and always allow access\n      to this folder\n   2. No';
    expect(read('options()', screen, 10, 38)).toMatchObject([
      { label: 'Yes, and always allow access to this folder' },
      { label: 'No' },
    ]);
  });

  it.each(['●', '*', '•'])('may have the mark %s before the number, in a box', (mark) => {
    const screen = `╭───────────────╮\n│ Allow it?     │\n│ ${mark} 1. Yes, once │\n│   2. No (esc) │\n╰───────────────╯`;
    expect(read('options()', screen)).toEqual([
      { index: 1, label: 'Yes, once', row: 2, col: 7, selected: true },
      { index: 2, label: 'No (esc)', row: 3, col: 7, selected: false, key: 'esc' },
    ]);
  });

  it('with something to tick before every number say what is ticked', () => {
    expect(read('options()', '○ 1. a\n● 2. b')).toMatchObject([
      { index: 1, checked: false },
      { index: 2, checked: true },
    ]);
  });

  it('count to ten', () => {
    const screen = Array.from({ length: 12 }, (_, at) => `${String(at + 1).padStart(3)}. item`).join('\n');
    expect(read('options()', screen)).toHaveLength(12);
  });

  it.each(['❯', '›', '>', '▶', '●', '*', '→'])('without numbers are marked by %s, in a box', (mark) => {
    const screen = `╭────────────╮\n│ ${mark} No, exit │\n│   Yes      │\n╰────────────╯`;
    const first = mark === '●' || mark === '*' ? {} : { label: 'No, exit', selected: true, col: 4 };
    expect(read('options()', mark === '●' ? screen.replace('  Yes', '○ Yes') : screen)).toMatchObject(
      mark === '*' ? [] : [first, { label: 'Yes', selected: false }],
    );
  });

  it('with boxes to tick say what is ticked', () => {
    const screen = '❯ [x] one\n  [ ] two\n  [ ] three';
    expect(read('options()', screen)).toMatchObject([
      { label: 'one', checked: true, selected: true },
      { label: 'two', checked: false, selected: false },
      { label: 'three', checked: false },
    ]);
    expect(read('options()', '☐ a\n☑ b')).toMatchObject([{ checked: false }, { checked: true }]);
    expect(read('options()', '1. [ ] a\n2. [x] b')).toMatchObject([
      { index: 1, checked: false },
      { checked: true },
    ]);
  });

  it('with round marks are where the mark is', () => {
    expect(read('options()', 'Install?\n○ no\n● yes')).toMatchObject([
      { label: 'no', checked: false, selected: false },
      { label: 'yes', checked: true, selected: true },
    ]);
  });

  it('are selected by inverse video', () => {
    expect(read('options()', 'Pick:\n\n  one\n  _two_\n  three')).toMatchObject([
      { label: 'one', selected: false },
      { label: 'two', selected: true },
      { label: 'three', selected: false },
    ]);
  });

  it('are not selected by a colour that each has of its own', () => {
    const look = lookAfter('1. \x1b[31mred\x1b[m\r\n2. \x1b[32mgreen\x1b[m');
    expect(value('return ptywright.screen.options()', { look })).toMatchObject([
      { label: 'red', selected: false },
      { label: 'green', selected: false },
    ]);
  });

  it('go on behind a list in one of them', () => {
    expect(read('options()', '1. a\n   1. b\n   2. c\n2. d\n3. e')).toMatchObject([
      { label: 'a' },
      { label: 'd' },
      { label: 'e' },
    ]);
  });

  it('are above the line to type in', () => {
    expect(read('options()', '  one\n> two\n  three\n>')).toMatchObject([
      { label: 'one' },
      { label: 'two', selected: true },
      { label: 'three' },
    ]);
  });

  it('with keys tell them', () => {
    expect(read('options()', '› Yes (y)\n  No (n)')).toMatchObject([
      { key: 'y' },
      { key: 'n', label: 'No (n)' },
    ]);
    expect(read('options()', '1) [a] abort\n2) [r] retry')).toMatchObject([
      { key: 'a', label: 'abort' },
      { key: 'r', label: 'retry' },
    ]);
  });

  it('are read from some rows', () => {
    expect(read('options(0, 1)', '1. a\n2. b\n\n1. c\n2. d')).toMatchObject([{ label: 'a' }, { label: 'b' }]);
  });

  it.each([
    ['prose', 'I did this.\nAnd that.'],
    ['bullets', '● Read the file\n● Wrote the file'],
    ['a line to type in', '❯ hello\n\n? for help'],
    ['what was typed, wrapped', `❯ ${'word '.repeat(15)}\n  and on`],
    ['what hangs below a command', '> /model\n  ⎿  kept'],
    ['a lone number', 'It took\n3. seconds'],
  ])('are not: %s', (_, screen) => {
    expect(read('options()', screen)).toEqual([]);
  });
});
