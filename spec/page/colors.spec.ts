/** Colour contrast: full size and in thumbnails, dark and light. */
import { describe, expect, it } from 'vitest';
import { contrast, ensureContrast, schemeColors } from '#page/colors.ts';

describe('the contrast of a color', () => {
  it('keeps a readable color, and otherwise takes the nearest readable one', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#777777')).toBe(1);
    expect(ensureContrast('#ffffff', '#000000', 3)).toBe('#ffffff');
    expect(ensureContrast('#000000', '#000000', 21)).toBe('#ffffff');
    for (const { ansi: basic, background: ground, foreground: ink } of Object.values(schemeColors))
      for (const back of [...basic, ground, ink])
        for (const front of [...basic, ground, ink])
          expect(contrast(ensureContrast(front, back, 3), back)).toBeGreaterThanOrEqual(3);
  });
});
