/** Mode 2027: a program selects column counting by grapheme clusters. */
import { describe, expect, it } from 'vitest';
import { aScreen } from './aScreen.ts';

const [ask, set, reset] = ['\x1b[?2027$p', '\x1b[?2027h', '\x1b[?2027l'];
const family = '👩‍👩‍👧‍👦';

describe('mode 2027', () => {
  it.each([
    ['codepoint', '', 2],
    ['codepoint', set, 1],
    ['codepoint', set + reset, 2],
    ['codepoint', `${set}\x1bc`, 2],
    ['grapheme', '', 1],
    ['grapheme', reset, 2],
    ['grapheme', `${reset}\x1bc`, 1],
    ['grapheme', '\x1b[!p', 1],
  ] as const)('of a session that counts by %s, after %j', (widths, before, answer) => {
    const { screen, feed, replies } = aScreen(3, 40, { widths });
    feed(before, ask);
    expect(replies).toEqual([`\x1b[?2027;${answer}$y`]);
    expect(screen.widths).toBe(answer === 1 ? 'grapheme' : 'codepoint');
    feed(`\r${family}`);
    expect(screen.cursor.col).toBe(answer === 1 ? 2 : 8);
  });

  it('can change in the middle of a screen, of a row and of a cluster', () => {
    const { screen, feed } = aScreen(4, 40);
    feed(`${family}|${set}${family}|${reset}${family}|\r\n`, `👩${set}\u200d👧|`, `\r\n👍${set}🏽|${reset}x`);
    expect(screen.text()).toBe(`${family}|${family}|${family}|\n👩\u200d👧|\n👍🏽|x`);
    expect(screen.row(0).text.length).toBe(3 * family.length + 3);
    expect(screen.columns(0).at(-1)).toBe(8 + 1 + 2 + 1 + 8 + 1);
    expect(screen.columns(2).at(-1)).toBe(2 + 2 + 1 + 1);
  });

  it('joins a cluster across pieces of output, not across a sequence', () => {
    const { screen, feed } = aScreen(3, 40, { widths: 'grapheme' });
    feed('👩', '\u200d', '👧');
    expect(screen.cursor.col).toBe(2);
    feed('\r\n👩\u200d\x1b[1m👧');
    expect(screen.cursor.col).toBe(4);
  });

  it.each([
    ['in the last two columns', `${'x'.repeat(8)}👍🏽y`, ['xxxxxxxx👍🏽', 'y']],
    ['widened in the last column', 'xxxxxxxxx❤\ufe0fy', ['xxxxxxxxx', '❤\ufe0fy']],
    ['narrowed in the last columns', 'xxxxxxxx⌚\ufe0eyz', ['xxxxxxxx⌚\ufe0ey', 'z']],
    ['widened by a conjunct', 'xxxxxxxxxक्षy', ['xxxxxxxxx', 'क्षy']],
    ['over another one', '👍🏽👍🏽\r❤\ufe0f', ['❤\ufe0f👍🏽']],
    ['over the half of another one', '👍🏽👍🏽\r\x1b[Cab', [' ab']],
    ['repeated', '👍🏽\x1b[2b', ['👍🏽👍🏽👍🏽']],
    ['narrowed and repeated', '⌚\ufe0e\x1b[2bx', ['⌚\ufe0e⌚\ufe0e⌚\ufe0ex']],
    ['inserted', 'ab\r\x1b[4h👍🏽x', ['👍🏽xab']],
  ])('a cluster %s', (_name, output, rows) => {
    const { screen, feed } = aScreen(4, 10, { widths: 'grapheme' });
    feed(output);
    expect(screen.text().split('\n')).toEqual(rows);
  });
});
