/** DECCRA, DECFRA, DECERA, DECSERA and DECRQCRA. */
import { describe, expect, it } from 'vitest';
import { aScreen } from './aScreen.ts';

const csi = '\x1b[';
const alphabet = ['abcdefgh', 'ijklmnop', 'qrstuvwx', 'yz012345'];

function lettered() {
  const there = aScreen(6, 10);
  there.feed(alphabet.join('\r\n'), `${csi}2;3H`);
  return there;
}

const changes: readonly [name: string, output: string, rows: readonly string[]][] = [
  ['DECFRA', `${csi}33;2;2;3;4$x`, ['abcdefgh', 'i!!!mnop', 'q!!!uvwx', 'yz012345']],
  ['DECFRA of all', `${csi}33$x`, Array(6).fill('!!!!!!!!!!')],
  [
    'DECFRA past the screen',
    `${csi}33;4;8;99;99$x`,
    [...alphabet.slice(0, 3), 'yz01234!!!', ...Array(2).fill('       !!!')],
  ],
  ['DECFRA of nothing', `${csi}33;3;3;2;2$x`, alphabet],
  ['DECFRA with a control character', `${csi}7;1;1;2;2$x`, alphabet],
  [
    'DECFRA in origin mode',
    `${csi}2;5r${csi}?6h${csi}33;1;1;1;2$x`,
    ['abcdefgh', '!!klmnop', 'qrstuvwx', 'yz012345'],
  ],
  ['DECERA', `${csi}2;2;3;4$z`, ['abcdefgh', 'i   mnop', 'q   uvwx', 'yz012345']],
  [
    'DECSERA',
    `${csi}2;1H${csi}1"qij${csi}0"q${csi}2;1;3;4\${`,
    ['abcdefgh', 'ij  mnop', '    uvwx', 'yz012345'],
  ],
  ['DECCRA', `${csi}1;1;2;2;1;3;4;1$v`, ['abcdefgh', 'ijklmnop', 'qrsabvwx', 'yz0ij345']],
  ['DECCRA onto itself', `${csi}1;1;3;3;1;2;2;1$v`, ['abcdefgh', 'iabcmnop', 'qijkuvwx', 'yqrs2345']],
  ['DECCRA past the screen', `${csi}1;1;2;2;1;6;10;1$v`, [...alphabet, '', '         a']],
  ['DECCRA to the right', `${csi}1;1;3;3;1;1;2;1$v`, ['aabcefgh', 'iijkmnop', 'qqrsuvwx', 'yz012345']],
  ['DECCRA to the left', `${csi}1;2;3;4;1;1;1;1$v`, ['bcddefgh', 'jkllmnop', 'rsttuvwx', 'yz012345']],
  ['DECCRA without a place', `${csi}2;2;3;3$v`, ['jkcdefgh', 'rsklmnop', 'qrstuvwx', 'yz012345']],
];

describe('a rectangle', () => {
  it.each(changes)('%s', (_, output, rows) => {
    const { screen, feed } = lettered();
    const { contentVersion, cursor } = screen;
    feed(output);
    expect(screen.text().split('\n')).toEqual(rows);
    if (rows !== alphabet) expect(screen.contentVersion).toBeGreaterThan(contentVersion);
    if (!output.includes('H') && !output.includes('?6h')) expect(screen.cursor).toEqual(cursor);
  });

  it('is filled with the attributes that are set, and copied with its own', () => {
    const { screen, feed, replies } = lettered();
    feed(`${csi}31;4:3m${csi}33;1;1;1;2$x${csi}0m${csi}1;1;1;1;1;4;1$v${csi}4;1H`);
    expect(screen.row(3).text).toBe('!z012345');
    feed('\x1bP$qm\x1b\\');
    expect(replies).toEqual(['\x1bP1$r0m\x1b\\']);
  });

  it.each([
    ['to the right', `${csi}1;1;1;3;1;1;2;1$v`, 'aae\u0301befgh'],
    ['to the left', `${csi}1;2;1;4;1;1;1;1$v`, 'e\u0301bddefgh'],
  ])('is copied onto itself with combining marks: %s', (_, output, row) => {
    const { screen, feed } = aScreen(2, 10);
    feed(`ae\u0301bdefgh${output}`);
    expect(screen.row(0).text).toBe(row);
  });

  it.each([
    ['one character', `${csi}7;0;1;1;1;1*y`, '7!~0061'],
    [
      'several',
      `${csi}8;0;1;1;2;2*y`,
      `8!~${(0x61 + 0x62 + 0x69 + 0x6a).toString(16).toUpperCase().padStart(4, '0')}`,
    ],
    ['a blank that was written', `${csi}5;1H ${csi}1;0;5;1;5;1*y`, '1!~0020'],
    ['what was never written', `${csi}1;0;6;1;6;1*y`, '1!~0000'],
    ['more than the screen', `${csi}2J${csi}H~${csi}1;0;1;1;99;99*y`, '1!~007E'],
    ['in origin mode', `${csi}2;5r${csi}?6h${csi}3;0;1;1;1;1*y`, '3!~0069'],
  ])('is summed: %s', (_, output, sum) => {
    const { feed, replies } = lettered();
    feed(output);
    expect(replies).toEqual([`\x1bP${sum}\x1b\\`]);
  });

  it('is handled however many there are in one piece of output', () => {
    const { feed, replies } = aScreen(500, 200);
    feed(`${csi}1;0;1;1;500;200*y`.repeat(200));
    expect(replies.join('').split('!~').length - 1).toBe(200);
  });
});
