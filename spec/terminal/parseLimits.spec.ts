/** Output is cut where its sequences would touch too many cells, so that no slice delays other sessions. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { sliceEnd } from '#terminal/parseLimits.ts';
import { aScreen, sized } from './aScreen.ts';
import { Grammar } from './grammar.ts';

const [usual, large] = [sized(24, 80), sized(200, 500)];
const cellsOf = ({ rows, cols }: typeof usual) => rows * cols;

function slicesOf(output: string | Uint8Array, size: typeof usual): Uint8Array[] {
  const bytes = Buffer.from(output);
  const slices: Uint8Array[] = [];
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    end = sliceEnd(bytes, at, size);
    expect(end).toBeGreaterThan(at);
    slices.push(bytes.subarray(at, end));
  }
  return slices;
}

describe('a slice', () => {
  it.each<[string, string, number?]>([
    ['the screen alignment test', '\x1b#8'],
    ['ED 2', '\x1b[2J'],
    ['ED 2 by its eight bit introducer', '\u009b2J'],
    ['DECSED', '\x1b[?2J'],
    ['the alternate screen', '\x1b[?1049h', 2],
    ['a reset', '\x1bc'],
    ['ED 2 with control characters in it', '\x1b\0[\x7f2\rJ'],
  ])('of a large screen holds few times %s', (_name, sequence, screens = 1) => {
    const most = Math.floor(limits.sliceCells / cellsOf(large) / screens);
    for (const slice of slicesOf(sequence.repeat(2000), large).slice(0, -1))
      expect(slice.length).toBe(most * Buffer.byteLength(sequence));
  });

  it.each([
    ['text', 'some words '],
    ['styles', '\x1b[1;31mred\x1b[m'],
    ['cursor moves', '\x1b[3;4Hx\x1b[Kx'],
    ['lines', 'a\r\n'],
    ['counts, which are clamped', '\x1b[99L\x1b[99b'],
  ])('of a large screen holds as many bytes of %s as any', (_name, output) => {
    expect(slicesOf(output.repeat(4000), large)[0]).toHaveLength(limits.sliceBytes);
  });

  it('of a small screen is as long as any, for any content', () => {
    expect(slicesOf('\x1b#8'.repeat(4000), sized(10, 80))[0]).toHaveLength(limits.sliceBytes);
  });

  describe.each([usual, large])('of $rows x $cols', (size) => {
    it.each([
      ['DECFRA', '\x1b[65$x'],
      ['DECERA', '\x1b[$z'],
      ['DECERA with control characters in it', '\x1b\0[$\x7f\rz'],
      ['DECSERA', '\x1b[${'],
      ['DECCRA', '\x1b[;;;;;2;2$v'],
      ['DECRQCRA', '\x1b[*y'],
      ['DECRQCRA by its eight bit introducer', '\u009b*y'],
    ])('holds few times %s', (_name, sequence) => {
      const most = Math.floor(limits.sliceCells / cellsOf(size) / 5);
      const slices = slicesOf(sequence.repeat(3000), size);
      expect(slices.length).toBe(Math.ceil(3000 / most));
      for (const slice of slices.slice(0, -1)) expect(slice.length).toBe(most * Buffer.byteLength(sequence));
    });
  });

  it.each(['S', 'T', 'L', 'M'])('of a screen of 500 rows holds at most 500 times CSI %s', (final) => {
    for (const slice of slicesOf(`\x1b[${final}`.repeat(3000), sized(500, 200)).slice(0, -1))
      expect(slice.length).toBe(3 * 500);
  });

  it('of a usual screen is as long as any if it holds single rectangles, or text with dollars', () => {
    for (const output of ['\x1b[1;1;2;2$z\x1b[33mother text, 40 bytes long', '\x1b[m$a *b $c *d'])
      expect(slicesOf(output.repeat(4000), usual)[0]).toHaveLength(limits.sliceBytes);
  });

  it('does not affect the result', () => {
    const grammar = new Grammar(3);
    const [whole, cut] = [aScreen(40, 200), aScreen(40, 200)];
    for (let time = 0; time < 40; time++) {
      const output = grammar.output(100);
      whole.screen.feed(output);
      for (const slice of slicesOf(output, large)) cut.screen.feed(slice);
      expect(cut.screen.text()).toBe(whole.screen.text());
    }
  });
});
