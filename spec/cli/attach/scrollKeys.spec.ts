/** Keys that scroll in `ptywright attach`. */
import { describe, expect, it } from 'vitest';
import { ScrollKeys } from '#cli/attach/scrollKeys.ts';

describe('keys while scrolling back', () => {
  const steps = (text: string) => new ScrollKeys().steps(Buffer.from(text), 10);
  it.each([
    ['jk', [{ down: 1 }, { down: -1 }]],
    ['\x1b[6~\x15', [{ down: 10 }, { down: -5 }]],
    ['\x1bOD\x1b[C', [{ right: -8 }, { right: 8 }]],
    ['gxqj', [{ from: 'oldest' }, { from: 'cursor' }]],
    ['\x1b[107;129u\x1b[107;1:3u\x1b[27u', [{ down: -1 }, { from: 'cursor' }]],
    ['\x1b[200~q\x1b[201~j', [{ down: 1 }]],
    ['\x1b[<64;3;4M', []],
  ])('%j', (text, expected) => {
    expect(steps(text)).toEqual(expected);
  });
});
