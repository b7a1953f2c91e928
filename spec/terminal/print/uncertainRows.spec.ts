/** Rows that hold, or held, characters whose columns programs count differently. */
import { describe, expect, it } from 'vitest';
import { aScreen, sized } from '../aScreen.ts';

const rowsOf = (screen: ReturnType<typeof aScreen>['screen']) =>
  Array.from({ length: screen.size.rows }, (_, row) => row).filter((row) => screen.isUncertain(row));

function uncertainAfter(...output: string[]) {
  const { screen, feed } = aScreen(5, 20);
  feed(...output);
  return rowsOf(screen);
}

const thumb = '👍🏽';

describe('a row is uncertain after', () => {
  it.each([
    ['a skin tone', thumb],
    ['joined emoji', '👩\u200d👧'],
    ['a flag', '🇩🇪'],
    ['half a flag', '🇩'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['an emoji presentation', '❤\ufe0f'],
    ['a text presentation', '⌚\ufe0e'],
    ['Hangul jamo', '\u1100\u1161'],
    ['an Indic conjunct', 'क्ष'],
    ['a spacing mark', 'नि'],
    ['a tag', '🏴\u{e0067}\u{e007f}'],
    ['a zero width space', 'a\u200bb'],
    ['a direction mark', 'a\u202eb'],
    ['a soft hyphen', 'a\u00adb'],
    ['a halfwidth sound mark', 'ｶﾞ'],
    ['an emoji of Unicode 16', '🫩'],
    ['a hexagram', '䷀'],
    ['a cluster over another character', `abc\r${thumb}`],
    ['a cluster in insert mode', `abc\r\x1b[4h${thumb}`],
    ['a cluster inside a link', `\x1b]8;;http://a\x07${thumb}\x1b]8;;\x07`],
    ['plain text over a cluster', `${thumb}\rplain text`],
    ['a cluster erased up to the right', `x${thumb}\r\x1b[C\x1b[K`],
    ['a cluster that deleted characters moved', `ab${thumb}\r\x1b[4P`],
  ])('%s', (_name, output) => {
    expect(uncertainAfter(`\r\n\r\n${output}`)).toEqual([2]);
  });

  it.each([
    ['plain text', 'plain text'],
    ['accents', 'e\u0301 é'],
    ['ideographs', '中文한글'],
    ['emoji of long ago', '😀 ✅'],
    ['lines and blocks', '─│█ ● … ✔ ⚠ ❯ ⏵'],
    ['Arabic, Hebrew and Thai marks', 'שָׁ مُ ที่'],
  ])('not after %s', (_name, output) => {
    expect(uncertainAfter(output)).toEqual([]);
  });
});

describe('the mark', () => {
  it.each([
    ['EL 2', '\x1b[2K'],
    ['EL 0 in the first column', '\r\x1b[K'],
    ['EL 1 in the last column', '\x1b[20G\x1b[1K'],
    ['ECH of the whole row', '\r\x1b[20X'],
    ['ED 2', '\x1b[2J'],
    ['ED 0 from the row', '\r\x1b[J'],
    ['ED 0 from above', '\x1b[H\x1b[J'],
    ['ED 1 from below', '\x1b[5H\x1b[1J'],
    ['a full reset', '\x1bc'],
    ['the screen alignment test', '\x1b#8'],
    ['scrolling off', '\x1b[5H\n\n\n'],
    ['deletion of the line', '\x1b[M'],
    ['insertion that pushes it off', '\x1b[H\x1b[4L'],
  ])('is removed with %s', (_name, output) => {
    expect(uncertainAfter(`a\r\nb${thumb}`)).toEqual([1]);
    expect(uncertainAfter(`a\r\nb${thumb}`, output)).toEqual([]);
  });

  it.each([
    ['a line feed at the bottom', '\x1b[5H\n', [1]],
    ['IL above', '\x1b[H\x1b[L', [3]],
    ['DL above', '\x1b[H\x1b[M', [1]],
    ['scrolling up', '\x1b[S', [1]],
    ['scrolling down', '\x1b[T', [3]],
    ['a reverse line feed at the top', '\x1b[H\x1bM', [3]],
    ['scrolling inside margins', '\x1b[2;4r\x1b[4H\n', [1]],
    ['a selective erase', '\x1b[?2K', [2]],
  ])('moves with %s', (_name, output, rows) => {
    expect(uncertainAfter(`a\r\nb\r\nc${thumb}`, output)).toEqual(rows);
  });

  it('extends to the row that the text wraps to', () => {
    expect(uncertainAfter(thumb.repeat(6))).toEqual([0, 1]);
    expect(uncertainAfter(`${'x'.repeat(19)}${thumb}`)).toEqual([1]);
    expect(uncertainAfter(`${thumb}${'x'.repeat(30)}`)).toEqual([0, 1]);
    expect(uncertainAfter(`${thumb}${'x'.repeat(30)}`, '\x1b[2K')).toEqual([0]);
  });

  it('stays with its screen', () => {
    expect(uncertainAfter(thumb, '\x1b[?1049h')).toEqual([]);
    expect(uncertainAfter(thumb, '\x1b[?1049h', thumb, '\x1b[?1049l')).toEqual([0]);
    expect(uncertainAfter('\x1b[?1049h', thumb, '\x1b[?1049l')).toEqual([]);
    expect(uncertainAfter('\x1b[?1049h', thumb, '\x1b[?1049l\x1b[?1049h')).toEqual([]);
  });

  it('is not inherited by a reused row', () => {
    const { screen, feed } = aScreen(3, 20, { scrollback: 2 });
    feed(`${thumb}\r\n`.repeat(20), 'x\r\n'.repeat(20));
    expect(rowsOf(screen)).toEqual([]);
  });

  it.each([10, 6, 40])('stays with the text when it is wrapped at %i columns', (cols) => {
    const { screen, feed } = aScreen(12, 20);
    feed(`plain\r\n${'x'.repeat(19)}${thumb}\r\nplain\r\n`);
    screen.resize(sized(12, cols));
    const marked = screen.rows().findIndex(({ text }) => text.includes('👍'));
    expect(rowsOf(screen)).toContain(marked);
    expect(screen.isUncertain(0)).toBe(false);
    expect(screen.isUncertain(marked + 1)).toBe(screen.row(marked + 1).wrapped);
    screen.resize(sized(12, 20));
    expect(rowsOf(screen)).toContain(screen.rows().findIndex(({ text }) => text.includes('👍')));
    expect(screen.isUncertain(0)).toBe(false);
  });

  it('is removed by a redraw', () => {
    const { screen, feed } = aScreen(5, 20);
    feed(`\x1b[2J\x1b[H${thumb}`);
    screen.resize(sized(5, 19));
    feed('\x1b[2J\x1b[Hplain');
    screen.resize(sized(5, 20));
    feed('\x1b[2J\x1b[Hplain');
    expect(rowsOf(screen)).toEqual([]);
  });
});
