import { describe, expect, it } from 'vitest';
import { noRedaction } from '#redaction/policy.ts';
import { readHistory } from '#terminal/screenReader.ts';
import { aScreen, hides } from '../aScreen.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `row ${at}\r\n`).join('');
const texts = ({ rows }: ReturnType<typeof readHistory>) =>
  rows.map((runs) => runs.map(({ text }) => text).join(''));

describe('the history of a screen', () => {
  it('extends from the oldest row to the last of the main screen', () => {
    const { screen, feed } = aScreen(4, 20);
    feed(numbered(6));
    const all = readHistory(screen, { start: 0, count: 100, redaction: noRedaction });
    expect(all).toMatchObject({ start: 0, total: 7 });
    expect(texts(all)).toEqual(['row 0', 'row 1', 'row 2', 'row 3', 'row 4', 'row 5', '']);
    expect(texts(readHistory(screen, { start: 2, count: 2, redaction: noRedaction }))).toEqual([
      'row 2',
      'row 3',
    ]);
    expect(readHistory(screen, { start: 99, count: 1, redaction: noRedaction })).toEqual({
      rows: [],
      start: 7,
      total: 7,
    });
  });

  it('is that of the main screen also while the other is shown', () => {
    const { screen, feed } = aScreen(2, 20);
    feed('a\r\nb\r\nc\x1b[?1049h\x1b[Hother');
    expect(texts(readHistory(screen, { start: 0, count: 9, redaction: noRedaction }))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('has styles, and hides a secret that begins above the requested rows', () => {
    const { screen, feed } = aScreen(2, 8);
    feed('\x1b[1mbold\x1b[m\r\nsecret=12345678901\r\nend');
    const hidden = readHistory(screen, { start: 2, count: 1, redaction: hides(/secret=\d+/, '[x]') });
    expect(texts(hidden).join('')).not.toMatch(/\d/);
    expect(readHistory(screen, { start: 0, count: 1, redaction: noRedaction }).rows[0]).toMatchObject([
      { text: 'bold', bold: true },
    ]);
  });
});
