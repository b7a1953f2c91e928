/** Left and right margins: DECLRMM and DECSLRM. */
import { describe, expect, it } from 'vitest';
import { aScreen, sized } from './aScreen.ts';

const csi = '\x1b[';
const digits = Array.from({ length: 6 }, (_, row) => `${row}123456789`);
/** Columns 3 to 6 of rows 2 to 5, of 6 rows and 10 columns. */
const margins = `${csi}?69h${csi}3;6s${csi}2;5r`;
const at = (row: number, col: number) => `${csi}${row};${col}H`;

function numbered() {
  const there = aScreen(6, 10);
  there.feed(digits.join('\r\n'), margins);
  return there;
}

const places: readonly [name: string, output: string, row: number, col: number][] = [
  ['DECSLRM homes the cursor', '', 0, 0],
  ['DECSLRM homes the cursor to the margins in origin mode', `${csi}?6h${csi}3;6s`, 1, 2],
  ['CUP', at(4, 9), 3, 8],
  ['CUP in origin mode', `${csi}?6h${at(2, 2)}`, 2, 3],
  ['CUP past the margins in origin mode', `${csi}?6h${at(9, 9)}`, 4, 5],
  ['CHA in origin mode', `${csi}?6h${csi}2G`, 1, 3],
  ['VPA in origin mode', `${csi}?6h${at(1, 3)}${csi}3d`, 3, 4],
  ['CUF to the right margin', `${at(3, 4)}${csi}9C`, 2, 5],
  ['CUF behind the right margin', `${at(3, 7)}${csi}9C`, 2, 9],
  ['HPR over the right margin', `${at(3, 4)}${csi}9a`, 2, 9],
  ['CUB to the left margin', `${at(3, 5)}${csi}9D`, 2, 2],
  ['CUB before the left margin', `${at(3, 2)}${csi}9D`, 2, 0],
  ['BS at the left margin', `${at(3, 4)}\b\b\b`, 2, 2],
  ['BS before the left margin', `${at(3, 2)}\b\b\b`, 2, 0],
  ['CR', `${at(3, 5)}\r`, 2, 2],
  ['CR behind the right margin', `${at(3, 9)}\r`, 2, 2],
  ['CR before the left margin', `${at(3, 2)}\r`, 2, 0],
  ['CNL and CPL', `${at(2, 5)}${csi}2E`, 3, 2],
  ['NEL', `${at(2, 5)}\x1bE`, 2, 2],
  ['HT', `${at(2, 4)}\t`, 1, 5],
  ['HT behind the right margin', `${at(2, 7)}\t`, 1, 8],
  ['IL and DL', `${at(3, 5)}${csi}L${csi}M`, 2, 2],
  ['IL outside', `${at(3, 8)}${csi}L`, 2, 7],
  ['LF outside', `${at(5, 8)}\n`, 4, 7],
  ['LF below the region', `${at(6, 4)}\n`, 5, 3],
  ['a full row', `${at(3, 4)}abc`, 2, 5],
];

const contents: readonly [name: string, output: string, rows: readonly string[]][] = [
  ['text wraps', `${at(2, 5)}abcd`, ['0123456789', '1123ab6789', '21cd456789', ...digits.slice(3)]],
  [
    'text wraps out of the last row',
    `${at(5, 6)}ab`,
    ['0123456789', '1123456789', '2123456789', '31234a6789', '41b   6789', '5123456789'],
  ],
  [
    'text wraps behind the right margin',
    `${at(2, 10)}ab`,
    ['0123456789', '112345678a', '21b3456789', ...digits.slice(3)],
  ],
  [
    'text before the left margin',
    `${at(2, 1)}abcdefgh`,
    ['0123456789', 'abcdef6789', '21gh456789', ...digits.slice(3)],
  ],
  [
    'text does not wrap without DECAWM',
    `${csi}?7l${at(2, 5)}abcd`,
    ['0123456789', '1123ad6789', ...digits.slice(2)],
  ],
  ['a wide character wraps', `${at(2, 6)}漢`, ['0123456789', '1123456789', '21漢456789', ...digits.slice(3)]],
  [
    'a combining mark joins the last character',
    `${at(2, 6)}e\u0301x`,
    ['0123456789', '11234e\u03016789', '21x3456789', ...digits.slice(3)],
  ],
  ['CUP cancels the wrap', `${at(2, 6)}a${at(2, 6)}b`, ['0123456789', '11234b6789', ...digits.slice(2)]],
  [
    'DECRC restores the wrap',
    `${at(2, 6)}a\x1b7${at(4, 4)}\x1b8b`,
    ['0123456789', '11234a6789', '21b3456789', ...digits.slice(3)],
  ],
  [
    'DECRC does not wrap if nothing was written',
    `${at(2, 6)}\x1b7${at(4, 4)}\x1b8b`,
    ['0123456789', '11234b6789', ...digits.slice(2)],
  ],
  [
    'DECRC does not wrap at another margin',
    `${at(2, 6)}a\x1b7${csi}3;8s\x1b8b`,
    ['0123456789', '11234b6789', ...digits.slice(2)],
  ],
  ['IRM', `${csi}4h${at(2, 3)}ab`, ['0123456789', '11ab236789', ...digits.slice(2)]],
  ['REP', `${at(2, 3)}a${csi}5b`, ['0123456789', '11aaaa6789', '21aa456789', ...digits.slice(3)]],
  ['ICH', `${at(2, 4)}${csi}2@`, ['0123456789', '112  36789', ...digits.slice(2)]],
  ['ICH outside', `${at(2, 8)}${csi}2@`, digits],
  ['DCH', `${at(2, 4)}${csi}2P`, ['0123456789', '1125  6789', ...digits.slice(2)]],
  ['DCH of all', `${at(2, 3)}${csi}99P`, ['0123456789', '11    6789', ...digits.slice(2)]],
  [
    'ECH and EL ignore them',
    `${at(2, 4)}${csi}9X${at(3, 4)}${csi}K`,
    ['0123456789', '112', '212', ...digits.slice(3)],
  ],
  [
    'IL',
    `${at(3, 3)}${csi}L`,
    ['0123456789', '1123456789', '21    6789', '3123456789', '4123456789', '5123456789'],
  ],
  [
    'DL',
    `${at(3, 3)}${csi}2M`,
    ['0123456789', '1123456789', '2123456789', '31    6789', '41    6789', '5123456789'],
  ],
  ['SU', `${csi}S`, ['0123456789', '1123456789', '2123456789', '3123456789', '41    6789', '5123456789']],
  ['SD', `${csi}T`, ['0123456789', '11    6789', '2123456789', '3123456789', '4123456789', '5123456789']],
  [
    'SU of more than all',
    `${csi}99S`,
    ['0123456789', ...[1, 2, 3, 4].map((row) => `${row}1    6789`), '5123456789'],
  ],
  [
    'LF at the bottom',
    `${at(5, 4)}\n`,
    ['0123456789', '1123456789', '2123456789', '3123456789', '41    6789', '5123456789'],
  ],
  ['LF outside at the bottom', `${at(5, 8)}\n`, digits],
  [
    'RI at the top',
    `${at(2, 4)}\x1bM`,
    ['0123456789', '11    6789', '2123456789', '3123456789', '4123456789', '5123456789'],
  ],
  ['RI outside at the top', `${at(2, 8)}\x1bM`, digits],
  ['SL', `${csi}2 @`, ['0123456789', ...[1, 2, 3, 4].map((row) => `${row}145  6789`), '5123456789']],
  ['SR', `${csi} A`, ['0123456789', ...[1, 2, 3, 4].map((row) => `${row}1 2346789`), '5123456789']],
  [
    'DECIC',
    `${at(3, 4)}${csi}'}`,
    ['0123456789', ...[1, 2, 3, 4].map((row) => `${row}12 346789`), '5123456789'],
  ],
  [
    'DECDC',
    `${at(3, 4)}${csi}2'~`,
    ['0123456789', ...[1, 2, 3, 4].map((row) => `${row}125  6789`), '5123456789'],
  ],
  ['DECIC outside', `${at(3, 8)}${csi}'}`, digits],
  ['DECFRA in origin mode', `${csi}?6h${csi}33;1;2;1;99$x`, ['0123456789', '112!!!6789', ...digits.slice(2)]],
];

const replies: readonly [name: string, output: string, reply: string][] = [
  ['CPR in origin mode', `${csi}?6h${at(2, 2)}${csi}6n`, `${csi}2;2R`],
  ['CPR after the right margin', `${at(2, 6)}a${csi}6n`, `${csi}2;6R`],
  ['DECRQSS', '\x1bP$qs\x1b\\', '\x1bP1$r3;6s\x1b\\'],
  ['DECRQSS without margins', `${csi}s\x1bP$qs\x1b\\`, '\x1bP1$r1;10s\x1b\\'],
  ['DECRQM', `${csi}?69$p${csi}?69l${csi}?69$p`, `${csi}?69;1$y${csi}?69;2$y`],
  ['DECRQM after DECSTR', `${csi}!p${csi}?69$p`, `${csi}?69;2$y`],
  ['DECRQM after RIS', `\x1bc${csi}?69$p`, `${csi}?69;2$y`],
];

describe('left and right margins', () => {
  it.each(places)('%s', (_, output, row, col) => {
    const { screen, feed } = numbered();
    feed(output);
    expect(screen.cursor).toMatchObject({ row, col });
  });

  it.each(contents)('%s', (_, output, rows) => {
    const { screen, feed } = numbered();
    const { contentVersion } = screen;
    feed(output);
    expect(screen.text().split('\n')).toEqual(rows);
    if (rows !== digits) expect(screen.contentVersion).toBeGreaterThan(contentVersion);
  });

  it.each(replies)('%s', (_, output, reply) => {
    const { feed, replies: sent } = numbered();
    feed(output);
    expect(sent.join('')).toBe(reply);
  });

  it.each([
    ['mode 69 is reset', `${csi}?69l`],
    ['DECSLRM without parameters', `${csi}s`],
    ['DECSTR', `${csi}!p`],
    ['DECALN', '\x1b#8'],
    ['DECCOLM', `${csi}?3h`],
  ])('end with %s', (_, output) => {
    const { screen, feed } = numbered();
    feed(output, `${csi}r${csi}2J${at(1, 5)}abcdefgh\r\n.`);
    expect(screen.text().split('\n')).toEqual(['    abcdef', 'gh', '.']);
  });

  it('end with a new size', () => {
    const { screen, feed } = numbered();
    screen.resize(sized(6, 12));
    feed(`${csi}2J${at(1, 5)}abcdefgh\r.`);
    expect(screen.text()).toBe('.   abcdefgh');
  });

  it.each([
    ['left of it', `${csi}6;3s`],
    ['the same column', `${csi}4;4s`],
  ])('do not change if the right one is %s', (_, output) => {
    const { screen, feed } = numbered();
    feed(output, `${at(2, 5)}abc`);
    expect(screen.row(1).text).toBe('1123ab6789');
  });

  it('CSI s saves the cursor without mode 69', () => {
    const { screen, feed } = aScreen(6, 10);
    feed(`${at(3, 4)}${csi}s${at(1, 1)}${csi}u`);
    expect(screen.cursor).toMatchObject({ row: 2, col: 3 });
  });

  it('keep rows that scroll between them out of the scrollback', () => {
    const { screen, feed } = numbered();
    feed(`${csi}r`, at(6, 4), '\n'.repeat(20));
    expect(screen.scrollback.length).toBe(0);
  });

  it('a flood of line feeds on a large screen is cut into short slices', () => {
    const { screen, feed } = aScreen(500, 200);
    feed(`${csi}?69h${csi}1;199s${at(500, 1)}`);
    const flood = new Uint8Array(400).fill(10);
    expect(screen.sliceEnd(flood, 0)).toBeLessThanOrEqual(10);
    screen.feed(flood);
    expect(screen.cursor).toMatchObject({ row: 499, col: 0 });
  });
});
