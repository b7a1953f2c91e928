/** Lines, corners and blocks, as paths in a cell. */
import { describe, expect, it } from 'vitest';
import { drawCustomGlyph } from '#rendering/customGlyphs.ts';
import { createCellMetrics } from '#rendering/fontMetrics.ts';
import { boxes, boxesOf, edge, range, sizes } from './glyphBoxes.ts';

describe('box drawing', () => {
  it('draws each of the 128 characters', () => {
    for (const codePoint of range(0x2500, 0x257f))
      for (const metrics of [createCellMetrics(4), ...sizes])
        expect(drawCustomGlyph(codePoint, metrics)?.path, codePoint.toString(16)).toMatch(/^M/);
  });

  /** The order of the characters: lines, corners, tees and a cross of one weight. */
  it.each([
    ['light', '─│┌┐└┘├┤┬┴┼'],
    ['heavy', '━┃┏┓┗┛┣┫┳┻╋'],
    ['double', '═║╔╗╚╝╠╣╦╩╬'],
  ])('joins %s lines at the edges of cells without a step', (_, chars) => {
    const [level, upright, ...corners] = [...chars] as [string, string, ...string[]];
    for (const metrics of sizes) {
      const { width, height } = metrics;
      const of = (char: string, side: 'left' | 'right' | 'top' | 'bottom') =>
        edge(boxes(char, metrics), side, width, height);
      expect(of(level, 'left')).not.toBe('');
      expect(of(level, 'left')).toBe(of(level, 'right'));
      expect(of(upright, 'top')).toBe(of(upright, 'bottom'));
      for (const [index, char] of corners.entries()) {
        const has = sides[index]!;
        expect(of(char, 'left'), char).toBe(has.includes('L') ? of(level, 'left') : '');
        expect(of(char, 'right'), char).toBe(has.includes('R') ? of(level, 'right') : '');
        expect(of(char, 'top'), char).toBe(has.includes('U') ? of(upright, 'top') : '');
        expect(of(char, 'bottom'), char).toBe(has.includes('D') ? of(upright, 'bottom') : '');
      }
    }
  });

  it('leaves the middle of a double cross open, and fills that of the others', () => {
    const covers = (char: string, x: number, y: number) =>
      boxes(char).some(({ x0, y0, x1, y1 }) => x >= x0 && x < x1 && y >= y0 && y < y1);
    expect(covers('┼', 4, 8)).toBe(true);
    expect(covers('╋', 4, 8)).toBe(true);
    expect(covers('╬', 4, 8)).toBe(false);
    expect(covers('╪', 4, 8)).toBe(true);
  });

  it('closes every corner of a double line outside and inside', () => {
    expect(boxes('╔')).toEqual([
      { x0: 3, y0: 7, x1: 4, y1: 18 },
      { x0: 5, y0: 9, x1: 6, y1: 18 },
      { x0: 3, y0: 7, x1: 9, y1: 8 },
      { x0: 5, y0: 9, x1: 9, y1: 10 },
    ]);
  });

  it('bends round corners into the lines that follow', () => {
    expect(drawCustomGlyph(0x256d, createCellMetrics(15))).toMatchObject({
      path: 'M4.5 18V13Q4.5 8.5 9 8.5H9',
      stroke: 1,
    });
  });
});

const sides = ['RD', 'LD', 'UR', 'UL', 'URD', 'ULD', 'LRD', 'LRU', 'LRUD'];

describe('blocks', () => {
  const area = (char: string) =>
    boxes(char).reduce((sum, { x0, y0, x1, y1 }) => sum + (x1 - x0) * (y1 - y0), 0) / (9 * 18);

  it('draws each of the 32 characters within its cell', () => {
    for (const codePoint of range(0x2580, 0x259f))
      for (const metrics of sizes) {
        const found = boxesOf(drawCustomGlyph(codePoint, metrics)!.path);
        expect(found.length).toBeGreaterThan(0);
        for (const { x0, y0, x1, y1 } of found) {
          expect(Math.min(x0, y0)).toBeGreaterThanOrEqual(0);
          expect(x1).toBeLessThanOrEqual(metrics.width);
          expect(y1).toBeLessThanOrEqual(metrics.height);
        }
      }
  });

  it('fills the same area as halves, quarters and their complements, and no pixel twice', () => {
    for (const [one, other] of ['▀▄', '▌▐', '▖▜', '▗▛', '▘▟', '▝▙', '▚▞'])
      expect(area(one!) + area(other!)).toBeCloseTo(1);
    expect(area('█')).toBe(1);
  });

  it('grows by eighths', () => {
    const areas = [...'▁▂▃▄▅▆▇█'].map(area);
    expect(areas).toEqual([...areas].sort((a, b) => a - b));
    expect(new Set(areas).size).toBe(8);
  });

  it('shades', () => {
    expect(
      [...'░▒▓'].map((char) => drawCustomGlyph(char.codePointAt(0)!, createCellMetrics(15))!.opacity),
    ).toEqual([0.25, 0.5, 0.75]);
  });

  it('draws the 60 sextants, each a different one of the 64 without the four that have other names', () => {
    const paths = range(0x1fb00, 0x1fb3b).map(
      (codePoint) => drawCustomGlyph(codePoint, createCellMetrics(15))!.path,
    );
    expect(new Set(paths).size).toBe(60);
    expect(paths).not.toContain('');
  });
});
