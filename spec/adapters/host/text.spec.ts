import { describe, expect, it } from 'vitest';
import { textGroup, toLowerCase } from '#adapters/host/text.ts';

/** Calls a host function that needs no session. */
const run = (name: string, ...values: readonly unknown[]): unknown =>
  textGroup.functions.find((one) => one.name === `text.${name}`)!.run!(
    { context: { current: () => undefined } } as never,
    ...(values as []),
  );

describe('printed', () => {
  it.each([
    ['a progress line that is written again', '10 %\r 50 %\rdone', 'done'],
    ['a return at the end of a line', 'one\r\ntwo\r\n', 'one\ntwo\n'],
    ['letters taken back', 'helpo\b\blo', 'hello'],
    ['more backspaces than letters', 'a\b\b\bb', 'b'],
    ['a surrogate pair taken back', 'a😀\b!', 'a!'],
    ['styles and titles', '\x1b]2;title\x07\x1b[1mbold\x1b[m', 'bold'],
    ['control characters', 'a\x01b\x7f', 'ab'],
  ])('handles %s', (_, output, text) => expect(run('printed', output)).toBe(text));
});

describe('lower', () => {
  it('keeps the length, so that offsets stay valid', () => {
    expect(toLowerCase('ÄRGER')).toBe('ärger');
    // The lower case of this letter has two code units.
    expect(toLowerCase('İSTANBUL')).toBe('İstanbul');
  });
});

describe('has, starts and ends', () => {
  it('return the first text of the list that fits', () => {
    expect(run('has', 'Press any key', ['any', 'Press'])).toBe('any');
    expect(run('starts', 'Press any key', ['any', 'Press'])).toBe('Press');
    expect(run('ends', 'Press any key', 'key')).toBe('key');
    expect(run('has', 'Press any key', ['enter'])).toBeUndefined();
  });

  it('ignore case only on request', () => {
    expect(run('has', 'ERROR: no', 'error')).toBeUndefined();
    expect(run('starts', 'ERROR: no', 'error', true)).toBe('error');
  });
});

describe('lines, squeeze, visible and width', () => {
  it.each([
    ['lines', 'a\r\nb\n', ['a', 'b', '']],
    ['squeeze', '\t do you\n   agree? ', 'do you agree?'],
    ['visible', '👍🏽 o\u{200b}k\u{fe0f}', '👍ok'],
    ['width', '漢字 e\u{301}', 6],
    ['dedent', '\n    a\n      b\n\n    c\n', 'a\n  b\n\nc'],
    ['unbox', '│ Save? │', 'Save?'],
  ])('%s', (name, text, result) => expect(run(name, text)).toEqual(result));
});
