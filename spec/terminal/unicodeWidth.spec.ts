/** Cluster boundaries, compared with the segmenter of the runtime, and cluster widths. */
import { describe, expect, it } from 'vitest';
import { clusterProperties, codePointProperties, isJoined, propertyWidth } from '#terminal/unicodeWidth.ts';
import { seedOr, times } from '../soak/scale.ts';
import { Grammar } from './grammar.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const unicode17 = Number.parseInt(process.versions.unicode ?? '0', 10) >= 17;

/** One or two characters of each class, and those that the rules name. */
const samples = [
  ...'a1#*é中ァ©☺⌚😀👍👩🏳🏴❤→',
  ...'\u0301\u093c\u0e31\u094d\u09cd\u200d\u200c\ufe0e\ufe0f\u20e3🏽\u{e0067}\u{e007f}',
  ...'🇩🇪\u0600\u0d4e\u093e\u0903\u0e33\u1100\ua960\u1161\ud7b0\u11a8\ud7cb가각한',
  ...'\u200b\u00ad\u2028\ufeffकषক',
];

/** Groups the characters that share a cell. */
function cells(text: string): string[] {
  const found: string[] = [];
  let preceding = 0;
  for (const char of text) {
    preceding = clusterProperties(char.codePointAt(0)!, preceding);
    if (isJoined(preceding) && found.length > 0) found[found.length - 1] += char;
    else found.push(char);
  }
  return found;
}

/** Segments of the runtime. A cluster that begins with a zero-width character joins the cell before it. */
function segmented(text: string): string[] {
  const found: string[] = [];
  for (const { segment } of segmenter.segment(text))
    if (propertyWidth(codePointProperties(segment.codePointAt(0)!)) === 0 && found.length > 0)
      found[found.length - 1] += segment;
    else found.push(segment);
  return found;
}

/** Large ranges whose characters all have the same properties. */
const uniform = /[\p{Unified_Ideograph}\p{Co}\uac1c-\ud7a3]|(?!\p{Extended_Pictographic})\p{Cn}/u;

describe('clusters', () => {
  it.runIf(unicode17)(
    'end where the segmenter ends them, after every two and three kinds of characters',
    () => {
      const wrong: string[] = [];
      for (const first of samples)
        for (const second of samples)
          for (const third of ['', ...samples]) {
            const text = `a${first}${second}${third}`;
            if (cells(text).join('|') !== segmented(text).join('|')) wrong.push(JSON.stringify(text));
          }
      expect(wrong).toEqual([]);
    },
  );

  it.runIf(unicode17)('end where the segmenter ends them, in any text', () => {
    const random = new Grammar(seedOr(20_261_119));
    for (let texts = 0; texts < times(400, 300_000); texts++) {
      const text = `a${Array.from({ length: 12 }, () => samples[random.below(samples.length)]).join('')}`;
      expect(cells(text)).toEqual(segmented(text));
    }
  });

  it.runIf(unicode17)('know every code point as the segmenter does', () => {
    const wrong: string[] = [];
    for (let codePoint = 0xa0; codePoint < 0xe1000; codePoint++) {
      const char = String.fromCodePoint(codePoint);
      if (!char.isWellFormed() || uniform.test(char)) continue;
      const text = `a${char}\u0301${char}ᄀ${char}ᅡ${char}ᆨ${char}😀\u200d${char}क\u094d${char}🇩${char}`;
      if (cells(text).join('|') !== segmented(text).join('|')) wrong.push(codePoint.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('are never of no width, and never wider than two columns', () => {
    const random = new Grammar(seedOr(20_261_120));
    for (let texts = 0; texts < times(400, 300_000); texts++) {
      let preceding = codePointProperties(0x61);
      for (let at = 0; at < 12; at++) {
        const char = samples[random.below(samples.length)]!;
        preceding = clusterProperties(char.codePointAt(0)!, preceding);
        expect(propertyWidth(preceding)).toBeGreaterThan(0);
        expect(propertyWidth(preceding)).toBeLessThan(3);
      }
    }
  });
});
