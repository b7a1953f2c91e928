/** Our IL, DL, SU and SD, compared with those of the emulator. */
import { describe, expect, it } from 'vitest';
import type { Emulator } from '#terminal/xterm.ts';
import { seedOr, times } from '../soak/scale.ts';
import { aScreen } from './aScreen.ts';
import { Grammar } from './grammar.ts';
import { twins } from './twins.ts';

const seed = seedOr(20_261_118);

/** Counts are clamped to the number of rows, as a higher count has the same effect. */
function moveAsEmulator({ core, input, parser }: Emulator): void {
  for (const [final, move] of [
    ['L', 'insertLines'],
    ['M', 'deleteLines'],
    ['S', 'scrollUp'],
    ['T', 'scrollDown'],
  ] as const)
    parser.registerCsiHandler({ final }, (params) => {
      params.params[0] = Math.min(params.params[0]! || 1, core.buffers.active.scrollBottom + 1);
      return input[move](params);
    });
}

const lines = (count: number) => Array.from({ length: count }, (_, at) => `\x1b[3${at % 8}mline ${at}`);
const screenful = `\x1b[H${lines(8).join('\r\n')}`;

describe('lines that are inserted and deleted', () => {
  it('come in empty, in the background that is set', () => {
    const { screen, feed } = aScreen(4, 10);
    feed('a\r\nb\r\nc\r\nd\x1b[2;3H\x1b[44m\x1b[2L');
    expect(screen.text()).toBe('a\n\n\nb');
    expect(screen.cursor).toMatchObject({ row: 1, col: 0 });
    feed('\x1b[1;1H\x1b[m\x1b[M');
    expect(screen.text()).toBe('\n\nb');
  });

  it.each([
    ['in the whole screen', '\x1b[3;1H\x1b[2L\x1b[1;1H\x1b[3M'],
    ['in a part of it', '\x1b[2;6r\x1b[3;3H\x1b[2L\x1b[4;1H\x1b[M'],
    ['scrolled', '\x1b[3;5H\x1b[2S\x1b[3T\x1b[S\x1b[T'],
    ['scrolled in a part', '\x1b[2;6r\x1b[3;5H\x1b[2S\x1b[3T'],
    ['scrolled with the cursor outside of that part', '\x1b[2;4r\x1b[7;3H\x1b[2S\x1b[T'],
    ['scrolled by more than there are', '\x1b[99S'],
    ['scrolled with a background', '\x1b[44m\x1b[2S\x1b[41m\x1b[3T'],
    ['outside of that part', '\x1b[2;4r\x1b[7;3H\x1b[2L\x1b[1;1H\x1b[2M'],
    ['more than there are', '\x1b[3;1H\x1b[99L\x1b[H\x1b[99M'],
    ['with a background', '\x1b[44m\x1b[3;1H\x1b[2L\x1b[41m\x1b[6;1H\x1b[M'],
    ['with the origin set', '\x1b[2;6r\x1b[?6h\x1b[2;1H\x1b[2L\x1b[?6l'],
    ['on the other screen', `\x1b[?1049h${screenful}\x1b[3;1H\x1b[2L\x1b[M`],
    [
      'with wide, combined and underlined characters',
      '\x1b[2;1H\x1b[4:3m中e\u0301\x1b[m\x1b[1;1H\x1b[L\x1b[2M',
    ],
  ])('%s', (_, output) => {
    const { feed, same } = twins(8, 12, moveAsEmulator);
    feed(`${lines(20).join('\r\n')}${screenful}`);
    feed(output);
    same();
    feed(screenful);
    same();
  });

  it('anyhow', () => {
    const grammar = new Grammar(seed);
    for (let screens = 0; screens < times(12, 3000); screens++) {
      const { feed, same } = twins(1 + grammar.below(12), 2 + grammar.below(30), moveAsEmulator);
      for (let fed = 0; fed < 40; fed++) {
        feed(grammar.output(10));
        feed(`\x1b[${grammar.below(9)};1H\x1b[${grammar.below(5)}${'LMST'[fed % 4]}`);
        same();
      }
    }
  }, 0);
});
