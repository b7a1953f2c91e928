/** Braille and signs that pictures draw themselves. */
import { describe, expect, it } from 'vitest';
import { drawCustomGlyph } from '#rendering/customGlyphs.ts';
import { createCellMetrics } from '#rendering/fontMetrics.ts';
import { boxes, edge, range, sizes } from './glyphBoxes.ts';

describe('braille', () => {
  it('has a dot for each bit', () => {
    for (const codePoint of range(0x2800, 0x28ff)) {
      const dots = drawCustomGlyph(codePoint, createCellMetrics(15))!.path.split('M').length - 1;
      expect(dots).toBe((codePoint & 0xff).toString(2).replaceAll('0', '').length);
    }
  });
});

describe('signs', () => {
  it.each([
    0x23ba,
    0x23bb,
    0x23bc,
    0x23bd,
    0x23be,
    0x23bf,
    0x23cb,
    0x23cc,
    0x26f6,
    0x29c9,
    0xe0a0,
    ...range(0xe0b0, 0xe0bf),
  ])('draws U+%i', (codePoint) => {
    for (const metrics of sizes) expect(drawCustomGlyph(codePoint, metrics)!.path).toMatch(/^M/);
  });

  it('draws the corner before a result from the top, where it can join, to the right', () => {
    const found = boxes('⎿');
    expect(edge(found, 'top', 9, 18)).toBe('4');
    expect(edge(found, 'right', 9, 18)).not.toBe('');
    expect(edge(found, 'left', 9, 18)).toBe('');
    expect(edge(found, 'bottom', 9, 18)).toBe('');
  });
});

it('leaves letters and symbols to fonts', () => {
  for (const char of 'aé→●❯漢😀')
    expect(drawCustomGlyph(char.codePointAt(0)!, createCellMetrics(15))).toBeUndefined();
});
