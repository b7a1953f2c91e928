/** Parts of a screen as text of the same width. */
import { expect, it } from 'vitest';
import { noRedaction } from '#redaction/policy.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { readScreenText } from '#terminal/screenReader.ts';
import { aScreen, hides } from './aScreen.ts';

function partOf(text: string, col: number, cols: number, redaction: Redaction = noRedaction): string {
  const { screen, feed } = aScreen(1, 8);
  feed(text);
  return readScreenText(screen, { redaction, region: { row: 0, col, rows: 1, cols }, trim: false });
}

it.each([
  [0, 8, 'a漢字b  '],
  [1, 4, '漢字'],
  [2, 3, ' 字'],
  [1, 3, '漢 '],
  [2, 2, '  '],
  [2, 1, ' '],
  [1, 1, ' '],
  [4, 3, ' b '],
])('from column %i, %i columns: half of a wide character is a blank', (col, cols, text) => {
  expect(partOf('a漢字b', col, cols)).toBe(text);
});

it.each([
  [0, 5, '漢漢 '],
  [1, 3, ' 漢'],
  [0, 3, '漢 '],
])('from column %i, %i columns: also half of a wide replacement', (col, cols, text) => {
  expect(partOf('12345', col, cols, hides(/\d+/, '漢漢'))).toBe(text);
});
