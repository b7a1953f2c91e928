/** Control strings of a program: what is kept of a long one. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { onDcs, onOsc, onOscHead, truncateSafely } from '#terminal/controlStrings.ts';
import { aScreen } from './aScreen.ts';

function collected(bound: { keep: number; cut: boolean }, output: string): string[] {
  const { screen, feed } = aScreen();
  const texts: string[] = [];
  onOsc(screen.emulator, 7777, bound, (text) => texts.push(text));
  onDcs(screen.emulator, { final: 'y' }, bound, (text) => texts.push(text));
  feed(output);
  screen.dispose();
  return texts;
}

describe.each([
  ['OSC', '\x1b]7777;', '\x07'],
  ['DCS', '\x1bPy', '\x1b\\'],
])('an %s string', (_, begin, end) => {
  it('is handled whole up to the limit', () => {
    expect(collected({ keep: 5, cut: false }, `${begin}12345${end}`)).toEqual(['12345']);
  });

  it('over the limit is dropped, or cut at a word', () => {
    expect(collected({ keep: 12, cut: false }, `${begin}one two three${end}`)).toEqual([]);
    expect(collected({ keep: 12, cut: true }, `${begin}one two three${end}`)).toEqual(['one two ']);
  });

  it('over the limit of bytes is dropped even where a part would do', () => {
    const huge = 'é'.repeat(limits.stringBytes / 2 + 1);
    expect(collected({ keep: 12, cut: true }, `${begin}a ${huge}${end}`)).toEqual([]);
  });

  it('that is cancelled is dropped, and the next one is not affected', () => {
    expect(collected({ keep: 5, cut: false }, `${begin}12\x18${begin}34${end}`)).toEqual(['34']);
  });
});

it('the beginning of a string may be enough', () => {
  const { screen, feed } = aScreen();
  const heads: unknown[] = [];
  onOscHead(screen.emulator, 7777, 4, (text, whole) => heads.push([text, whole]));
  feed('\x1b]7777;abcd\x07', '\x1b]7777;abcde\x07');
  expect(heads).toEqual([
    ['abcd', true],
    ['abcd', false],
  ]);
});

it('a cut text ends before a possible beginning of a secret', () => {
  expect(truncateSafely('plain words and mo')).toBe('plain words and ');
  expect(truncateSafely('wordwithoutblanks')).toBe('wordwithoutblanks');
  expect(truncateSafely('-----BEGIN PRIVATE KEY----- MIIEvQ IBADANBgkq hkiG9w')).not.toContain('IBADANBgkq');
});
