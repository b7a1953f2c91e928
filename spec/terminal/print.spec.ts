/** Our print handler, compared with the emulator's cell by cell. */
import { describe, it } from 'vitest';
import { dropOrphanMarks, narrowTextPresentation } from '#terminal/print.ts';
import type { Emulator } from '#terminal/xterm.ts';
import { seedOr, times } from '../soak/scale.ts';
import { Grammar } from './grammar.ts';
import { twins } from './twins.ts';

const seed = seedOr(20_261_118);

const printAsEmulator = ({ core, input, parser }: Emulator) =>
  parser.setPrintHandler(
    dropOrphanMarks(
      core,
      narrowTextPresentation(core, (...printed) => Object.getPrototypeOf(input).print.apply(input, printed)),
    ),
  );

describe('printing', () => {
  it.each([
    ['over both halves of a wide character', '中中\x1b[1;2Hab\x1b[2;1H中中\x1b[2;1Ha'],
    ['up to the last column and on', 'abcdefgh\x1b[1;7Hxyz中中中中中'],
    ['a wide character in the last column', 'abcdefg中\r\n\x1b[?7labcdefg中x'],
    ['marks, in every column', 'e\u0301abcdefg\u0301h\u0301\u0302\r\n\u0301x中\u0301'],
    ['what joins', '👩\u200d👩\u200d👧 ❤\ufe0f👍🏽 🇩🇪'],
    ['clusters', '\x1b[?2027h1\ufe0f\u20e3👩\u200d👧⌚\ufe0e👍🏽 🇩🇪🇫क्षि \u06001x#\ufe0f'],
    [
      'clusters at the right edge',
      '\x1b[?2027habcdefg👍🏽\r\nabcdefg❤\ufe0f\r\nabcdef⌚\ufe0ex\r\nabcdefgक्षx',
    ],
    ['line drawing', '\x1b(0lqqk\x1b(B lqqk\x0elqqk\x0f'],
    ['with insertion', 'abcdef\x1b[1;2H\x1b[4hxx中\x1b[4ly'],
    ['underlines and links', '\x1b[4:3;58;5;9mab中\x1b[m\x1b]8;;http://a\x07cd\x1b]8;;\x07e\x1b[4mf'],
    ['after a repetition', 'x\x1b[3by中\x1b[2b\u0301'],
    ['without wrapping', '\x1b[?7labcdefghij中中'],
  ])('%s', (_, output) => {
    const { feed, same } = twins(4, 8, printAsEmulator);
    feed(output);
    same();
    feed(output);
    same();
  });

  it('anything', () => {
    const grammar = new Grammar(seed);
    for (let screens = 0; screens < times(15, 4000); screens++) {
      const { feed, same } = twins(1 + grammar.below(12), 2 + grammar.below(40), printAsEmulator);
      for (let fed = 0; fed < 60; fed++) {
        feed(grammar.output(12));
        same();
      }
    }
  }, 0);
});
