/** Text that is printed straight from the bytes, compared with the emulator's own way. */
import { describe, expect, it } from 'vitest';
import { seedOr, times } from '../../soak/scale.ts';
import { aScreen } from '../aScreen.ts';
import { Grammar } from '../grammar.ts';
import { twins } from '../twins.ts';

const seed = seedOr(20_261_119);
const nothing = () => {};

const samples: readonly [name: string, ...pieces: string[]][] = [
  ['lines', 'one\r\ntwo\r\n\r\nthree\n four\n'.repeat(4)],
  ['lines that wrap', 'abcdefghijklmnop\r\nabcdefgh\r\nabcdefgh', 'i\r\n'],
  ['over both halves of a wide character', '中中\x1b[1;2H', 'ab\x1b[2;1H中中\x1b[2;1H', 'a'],
  ['over a wide character in the last columns', 'abcdef中\x1b[1;7H', 'x\r\ny'],
  ['styles', 'a\x1b[1mb\x1b[;31mc\x1b[38;5;9md\x1b[38;2;1;2;3me\x1b[mf\x1b[0;4;7mg\r\n\x1b[21mh\x1b[24mi'],
  ['styles with colons', 'a\x1b[4:3mb\x1b[58:2::1:2:3mc\x1b[38:5:9md\x1b[59;24me'],
  ['styles that are too long', `a\x1b[${'1;'.repeat(40)}4mb\x1b[99999999999mc\x1b[m`],
  ['styles with controls in them', 'a\x1b[3\r\n1mb\x1b[\x18mc\x1b[>4mc\x1b[?4md\x1b[4 me'],
  ['a sequence that is cut', 'a\x1b', '[3', '1', ';4', 'mb\x1b[', 'mc'],
  ['another sequence that is cut', 'abc\x1b[', '2', 'Dx\x1b', '7y\x1b', '(', '0qq\x1b(', 'Bq\x1b#', '8q'],
  [
    'a string that is cut',
    'a\x1b]2;tit',
    'le\x1b',
    '\\b\x1bP$q',
    'm\x1b\\c\x1b]8;;http://a\x07',
    'd\x1b]8;;\x07e',
  ],
  ['a character that is cut', 'a\xe4', '\xb8', '\xadb\xc3', 'c'],
  ['a repetition', 'ab', '\x1b[3b', 'c\r\n', '\x1b[2b'],
  ['marks', 'ab', '\u0301c', 'd\r\n', '\u0301'],
  ['other modes', '\x1b[4h', 'ab\x1b[1G', 'cd\x1b[4l\x1b[?7l', 'abcdefghijk\r', 'x\x1b[?7h\x1b[20h', 'a\nb'],
  ['line drawing', '\x1b(0', 'lqk\r\n\x0e', 'lqk\x0f\x1b(B', 'lqk'],
  ['clusters', '\x1b[?2027h', '1', '\ufe0f\u20e3\u0600', 'a'],
  ['a scroll region', '\x1b[2;3r\x1b[3;1H', 'a\nb\nc\r\n\x1b[r', 'd\n\n\n\ne'],
  ['the alternate screen', 'a\x1b[?1049h', 'b\nc\n\n\n\nd\x1b[?1049l', 'e'],
  ['margins', '\x1b[?69h\x1b[3;6s', 'abcdefgh\r\nx\x1b[?69l', 'abcdefghijk'],
];

const bytesOf = (piece: string) =>
  /[\u0100-\uffff]/.test(piece) ? Buffer.from(piece) : Buffer.from(piece, 'latin1');

describe('plain text', () => {
  it.each(samples)('%s', (_, ...pieces) => {
    const { feed, same } = twins(4, 8, nothing);
    for (const piece of [...pieces, ...pieces]) {
      feed(bytesOf(piece));
      same();
    }
  });

  it.each(samples)('%s, byte by byte', (_, ...pieces) => {
    const { feed, same } = twins(4, 8, nothing);
    for (const byte of pieces.flatMap((piece) => [...bytesOf(piece)])) feed(Uint8Array.of(byte));
    same();
  });

  it('anything', () => {
    const grammar = new Grammar(seed);
    for (let screens = 0; screens < times(40, 4000); screens++) {
      const { feed, same } = twins(1 + grammar.below(12), 2 + grammar.below(40), nothing);
      for (let fed = 0; fed < 60; fed++) {
        feed(grammar.output(12));
        same();
      }
    }
  }, 0);

  it('is printed again in lines that other sessions have left', () => {
    const first = aScreen(3, 10, { scrollback: 50 });
    first.feed('\x1b[4:3;41mold\u0301\r\n'.repeat(60));
    first.screen.dispose();
    const { screen, feed } = aScreen(3, 10, { scrollback: 50 });
    feed(Array.from({ length: 20 }, (_, line) => `new ${line}\r\n`).join(''));
    const above = Array.from(
      { length: screen.scrollback.length },
      (_, row) => screen.scrollback.row(row).text,
    );
    expect(above).toEqual(Array.from({ length: 18 }, (_, line) => `new ${line}`));
    expect(screen.text()).toBe('new 18\nnew 19');
  });
});
