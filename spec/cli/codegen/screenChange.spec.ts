import { describe, expect, it } from 'vitest';
import { assertableTexts, findChange, isOnScreen, type ScreenState } from '#cli/codegen/screenChange.ts';

/** The cursor is behind the last row, or at a place. */
const screen = (
  text: string,
  cursor?: readonly [row: number, col: number],
  alternate = false,
): ScreenState => {
  const rows = text.split('\n');
  const [row, col] = cursor ?? [rows.length - 1, rows.at(-1)!.length];
  const runs = rows.map((line) => [{ col: 0, width: line.length, text: line }]);
  return { rows, runs, cursor: { row, col, visible: !alternate }, alternate };
};
const change = (before: string, after: string, typed?: { text: string; prompt: string; isOpen: boolean }) =>
  findChange(screen(before), screen(after), { typed, hidden: ['[HIDDEN]', 'hunter2'] });
const shows = (text: string) => ({ kind: 'shows', what: { text } });

describe('the condition after an input', () => {
  it.each([
    ['a new text', 'login', 'login\nWelcome back\n$', shows('Welcome back')],
    ['words without numbers', 'x', 'x\n12:30:01 Compiled 17 modules in 340ms', shows('modules in')],
    ['a row without numbers', '', 'load 0.71 of server\nAll tests passed\n', shows('All tests passed')],
    ['a piece of a box', '', '┌────────┐\n│ Save as │\n└────────┘\n', shows('Save as')],
    ['no secret', '', 'token [HIDDEN] accepted, hunter2\n', shows('accepted,')],
    [
      'a number that does not look volatile',
      '$ echo 42',
      '$ echo 42\n42\n$',
      { kind: 'shows', what: { pattern: '^\\s*42$' } },
    ],
    ['what has disappeared', 'Loading\n>', '\n>', { kind: 'hides', what: { text: 'Loading' } }],
    ['the prompt of a shell', '', 'ada@host:~/work$', { kind: 'shows', what: { pattern: '[$#]$' } }],
    ['nothing for a clock', 'at 12:30', 'at 12:31', undefined],
  ])('is %s', (_, before, after, expected) => {
    expect(change(before, after)).toEqual(expected);
  });

  it('is not the echo of a typed text', () => {
    const typed = { text: 'make all', prompt: '$', isOpen: false };
    expect(change('$', '$ make all\nBuilding\n$', typed)).toEqual(shows('Building'));
    expect(change('$', '$ make all', { ...typed, isOpen: true })).toBeUndefined();
    const asks = { text: "echo 'Key:'; read key", prompt: '$', isOpen: false };
    expect(change('$', "$ echo 'Key:'; read key\nKey:", asks)).toEqual({
      kind: 'shows',
      what: { pattern: '^\\s*Key:' },
    });
    expect(change('Name?', 'Name? Ada\nHello, Ada', { text: 'Ada', prompt: 'Name?', isOpen: false })).toEqual(
      shows('Hello, Ada'),
    );
  });

  it('is a selection if no text has changed', () => {
    const plain = screen('one two');
    const runs = [
      [
        { col: 0, width: 3, text: 'one' },
        { col: 4, width: 3, text: 'two', bg: 1, fg: 7 },
      ],
    ];
    const options = { typed: undefined, hidden: [] };
    expect(findChange(plain, { ...plain, runs }, options)).toEqual({
      kind: 'styled',
      text: 'two',
      style: { fg: 7, bg: 1 },
    });
  });
});

describe('the text that a person asserts', () => {
  const texts = (before: ScreenState, now: ScreenState) => assertableTexts(before, now, ['[HIDDEN]']);

  it('is the row of the cursor, unless that is the prompt of a shell', () => {
    expect(texts(screen('Name:'), screen('Name:\nAge: '))[0]).toEqual({ text: 'Age:' });
    expect(texts(screen('$ make'), screen('$ make\nfirst\ndone\n$'))).toEqual([
      { text: 'done' },
      { text: 'first' },
      { text: '$ make' },
    ]);
  });

  it('is the piece of the row at the cursor', () => {
    expect(texts(screen(''), screen('│  <Yes>     <No>  │', [0, 14]))[0]).toEqual({ text: '<No>' });
  });

  it('is the most distinctive changed row of a full screen without a cursor', () => {
    const now = screen('12 tasks\nEverything is fine\n99% used', [0, 0], true);
    expect(texts(screen('12 tasks'), now)[0]).toEqual({ text: 'Everything is fine' });
  });

  it('has patterns for times, sizes and ids', () => {
    const [what] = texts(
      screen(''),
      screen('12:30:01 wrote 42 MB to commit 1a2b3c4d5 (pid 12345)\n', [0, 3]),
    );
    expect(what).toEqual({
      pattern: '\\d+:\\d+:\\d+ wrote \\d+ MB to commit [0-9a-f]+ \\(pid \\d+\\)',
    });
    expect(isOnScreen(what!, screen('x\n09:11:59 wrote 7 MB to commit 99aa88bb77 (pid 4711)'))).toBe(true);
    expect(isOnScreen(what!, screen('wrote 7 MB'))).toBe(false);
  });
});
