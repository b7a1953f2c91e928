import { describe, expect, it } from 'vitest';
import { Utf8Decoder } from '#terminal/print.ts';

function decode(...chunks: number[][]): string {
  const decoder = new Utf8Decoder();
  return chunks
    .map((chunk) => {
      const target = new Uint32Array(chunk.length + 1);
      const size = decoder.decode(Uint8Array.from(chunk), target);
      return String.fromCodePoint(...target.subarray(0, size));
    })
    .join('');
}

/** Decodes as browsers do. With `stream`, the decoder holds an unfinished end back. */
const asBrowsers = (bytes: number[]) =>
  new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(Uint8Array.from(bytes), { stream: true })
    .replaceAll('\ufeff', '');

const samples: [string, number[]][] = [
  ['plain', [0x61, 0x7f, 0x00, 0x1b]],
  ['two, three, four bytes', [...Buffer.from('é€中😀\u{10ffff}')]],
  ['stray continuation', [0x61, 0x80, 0xbf, 0x62]],
  ['never valid', [0xff, 0xfe, 0xc0, 0xaf, 0xc1, 0xf5, 0x61]],
  ['overlong', [0xe0, 0x80, 0x80, 0xf0, 0x82, 0x82, 0xac]],
  ['surrogates', [0xed, 0xa0, 0x80, 0xed, 0xbf, 0xbf]],
  ['past the last', [0xf4, 0x90, 0x80, 0x80]],
  ['cut short by another', [0xe2, 0x82, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x41]],
  ['U+FFFD itself and U+FFFF', [...Buffer.from('\ufffd\uffff')]],
  ['byte order marks', [0xef, 0xbb, 0xbf, 0x61, 0xef, 0xbb, 0xbf]],
];

describe('UTF-8', () => {
  it.each(samples)('%s', (_name, bytes) => {
    expect(decode(bytes)).toBe(asBrowsers(bytes));
  });

  it.each(samples)('%s, split anywhere', (_name, bytes) => {
    for (let at = 0; at <= bytes.length; at++)
      expect(decode(bytes.slice(0, at), bytes.slice(at)), `at ${at}`).toBe(asBrowsers(bytes));
    expect(decode(...bytes.map((byte) => [byte]))).toBe(asBrowsers(bytes));
  });

  it('any bytes at all', () => {
    let seed = 7;
    for (let round = 0; round < 3000; round++) {
      const bytes = Array.from({ length: 24 }, () => {
        seed = (seed * 1103515245 + 12345) & 0x7fffffff;
        return (
          [0x61, 0x80, 0x9f, 0xa0, 0xbf, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xff, seed >> 20][
            (seed >> 8) % 13
          ]! & 0xff
        );
      });
      const cut = round % 24;
      expect(decode(bytes.slice(0, cut), bytes.slice(cut))).toBe(asBrowsers(bytes));
    }
  });
});
