/** Cursor positions in origin mode, after the last column, and when a saved cursor is restored. */
import { describe, expect, it } from 'vitest';
import { aScreen, sized } from './aScreen.ts';

const csi = '\x1b[';
/** Rows 5 to 15 scroll, in origin mode. The cursor is in their third row and the fourth column. */
const origin = `${csi}5;15r${csi}?6h${csi}3;4H`;

const places: readonly [name: string, output: string, row: number, col: number][] = [
  ['CUP', origin, 6, 3],
  ['CUU', `${origin}${csi}A`, 5, 3],
  ['CUU at the margin', `${origin}${csi}9A`, 4, 3],
  ['CUD', `${origin}${csi}2B`, 8, 3],
  ['CUD at the margin', `${origin}${csi}99B`, 14, 3],
  ['CUF', `${origin}${csi}2C`, 6, 5],
  ['CUB', `${origin}${csi}2D`, 6, 1],
  ['HPR and VPR', `${origin}${csi}2a${csi}2e`, 8, 5],
  ['CNL', `${origin}${csi}E`, 7, 0],
  ['CPL', `${origin}${csi}F`, 5, 0],
  ['CHA', `${origin}${csi}9G`, 6, 8],
  ['HPA', `${origin}${csi}9\``, 6, 8],
  ['VPA', `${origin}${csi}2d`, 5, 3],
  ['DECRC to origin mode', `${origin}\x1b7${csi}?6l${csi}H\x1b8`, 6, 3],
  ['DECRC and then CUP in origin mode', `${origin}\x1b7${csi}?6l${csi}H\x1b8${csi}H`, 4, 0],
  ['DECRC from origin mode, out of the margins', `${csi}2;2H\x1b7${origin}\x1b8`, 1, 1],
  ['DECRC from origin mode and then CUP', `${csi}2;2H\x1b7${origin}\x1b8${csi}3;3H`, 2, 2],
  ['DECRC without DECSC', `${origin}\x1b8${csi}2;2H`, 1, 1],
  ['DECSTR forgets what was saved', `${origin}\x1b7${csi}!p\x1b8${csi}3;3H`, 2, 2],
  ['HPB', `${csi}3;9H${csi}j${csi}3j`, 2, 4],
  ['VPB', `${csi}9;3H${csi}k${csi}3k`, 4, 2],
  ['VPB at the top', `${csi}2;3H${csi}9k`, 0, 2],
  ['VPB at the margin', `${origin}${csi}99k`, 4, 3],
  ['DECCOLM', `${origin}${csi}?6l${csi}?3h`, 0, 0],
];

const replies: readonly [name: string, output: string, reply: string][] = [
  ['in origin mode', `${origin}${csi}6n${csi}?6n`, `${csi}3;4R${csi}?3;4R`],
  ['after the last column', `${csi}20G.${csi}6n${csi}?6n`, `${csi}1;20R${csi}?1;20R`],
];

describe('the cursor', () => {
  it.each(places)('%s', (_, output, row, col) => {
    const { screen, feed } = aScreen(24, 20);
    feed(output);
    expect(screen.cursor).toMatchObject({ row, col });
  });

  it.each(replies)('is reported: %s', (_, output, reply) => {
    const { feed, replies } = aScreen(24, 20);
    feed(output);
    expect(replies.join('')).toBe(reply);
  });

  it('after the last column wraps after a switch of screens', () => {
    const { screen, feed } = aScreen(4, 5);
    feed(`12345${csi}?1049h${csi}3;1Hx${csi}?1049l6`);
    expect(screen.text().split('\n')).toEqual(['12345', '6']);
  });

  it.each([
    ['DECSC and DECRC', '\x1b7', '\x1b8'],
    ['SCOSC and SCORC', `${csi}s`, `${csi}u`],
    ['mode 1048', `${csi}?1048h`, `${csi}?1048l`],
  ])('after the last column wraps after %s', (_, save, restore) => {
    const { screen, feed } = aScreen(4, 5);
    feed(`12345${save}${csi}3;1Hx${restore}6`);
    expect(screen.text().split('\n')).toEqual(['12345', '6', 'x']);
  });

  it('that is saved on the alternate screen is restored there, with its wrap and its character set', () => {
    const { screen, feed } = aScreen(6, 10);
    feed(`\x1b(0${csi}3;10H ${csi}?1049h\x1b7 ${csi}?1049l \x1b(B${csi}H ${csi}?1049h test\x1b8xxx`);
    expect(screen.text().split('\n')).toEqual(['  test', '', '', '│││']);
  });

  it('after the last column wraps after DECRC on the alternate screen', () => {
    const { screen, feed } = aScreen(4, 5);
    feed(`${csi}1;5Ha${csi}?1049h\x1b7${csi}H.\x1b8b`);
    expect(screen.text().split('\n')).toEqual(['.', 'b']);
  });

  it('after the last column is on the last one of a narrower screen, and does not wrap if it was before it', () => {
    const { screen, feed } = aScreen(4, 8);
    feed(`${csi}1;7H\x1b7`);
    screen.resize(sized(4, 5));
    feed('\x1b8x');
    expect(screen.text()).toBe('    x');
  });

  it.each([
    ['wraps on a taller screen', 6, 5, '12345\nx'],
    ['continues there on a wider screen', 4, 8, '12345x'],
  ])('after the last column %s', (_, rows, cols, text) => {
    const { screen, feed } = aScreen(4, 5);
    feed('12345\x1b7');
    screen.resize(sized(rows, cols));
    feed('\x1b8x');
    expect(screen.text()).toBe(text);
  });

  it('in the last column does not wrap when it was saved before anything was written there', () => {
    const { screen, feed } = aScreen(4, 5);
    feed(`${csi}1;5H\x1b7${csi}3;1H\x1b8x`);
    expect(screen.cursor).toMatchObject({ row: 0 });
    expect(screen.row(0).text).toBe('    x');
  });

  it('is restored with its underline and its character sets', () => {
    const { screen, feed, replies } = aScreen(4, 20);
    feed(`${csi}4:3;58:5:9m\x1b(0\x1b)B\x1b7${csi}0m\x1b(B\x1b)0\x0e\x1b8q\x0eq`);
    expect(screen.text()).toBe('─q');
    feed('\x1bP$qm\x1b\\');
    expect(replies).toEqual(['\x1bP1$r0;4:3;58:5:9m\x1b\\']);
  });
});

describe('DECCOLM', () => {
  it('clears the screen and the scroll region, and resetting it does not', () => {
    const { screen, feed } = aScreen(4, 10);
    feed(`${csi}2;3r${csi}4;1Hone${csi}?3l`);
    expect(screen.text()).toContain('one');
    feed(`${csi}?3h1\r\n2\r\n3\r\n4`);
    expect(screen.text().split('\n')).toEqual(['1', '2', '3', '4']);
  });
});

describe('DEC graphics', () => {
  it('have a blank for the underscore', () => {
    const { screen, feed } = aScreen(2, 20);
    feed('a_b\x1b(0a_b\x1b(Ba_b');
    expect(screen.text()).toBe('a_b▒ ␉a_b');
  });
});
