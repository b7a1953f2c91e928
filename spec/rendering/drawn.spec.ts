import { describe, expect, it } from 'vitest';
import { drawCustomGlyph } from '#rendering/customGlyphs.ts';
import { createCellMetrics } from '#rendering/fontMetrics.ts';

const sizes = [10, 15, 16, 22, 31].map((size) => createCellMetrics(size));
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** The boxes of a path that consists of boxes. */
function boxesOf(path: string): Box[] {
  return [...path.matchAll(/M(-?\d+) (-?\d+)h(\d+)v(\d+)h-\d+z/g)].map(([, ...four]) => {
    const [x, y, width, height] = four.map(Number) as [number, number, number, number];
    return { x0: x, y0: y, x1: x + width, y1: y + height };
  });
}

const boxes = (char: string, metrics = createCellMetrics(15)) =>
  boxesOf(drawCustomGlyph(char.codePointAt(0)!, metrics)!.path);

/** The covered pixels of one edge of the cell. */
function edge(
  found: readonly Box[],
  side: 'left' | 'right' | 'top' | 'bottom',
  width: number,
  height: number,
): string {
  const reaches = {
    left: ({ x0 }: Box) => x0 === 0,
    right: ({ x1 }: Box) => x1 === width,
    top: ({ y0 }: Box) => y0 === 0,
    bottom: ({ y1 }: Box) => y1 === height,
  }[side];
  const level = side === 'left' || side === 'right';
  const covered = range(0, (level ? height : width) - 1).filter((at) =>
    found.some(
      (each) => reaches(each) && at >= (level ? each.y0 : each.x0) && at < (level ? each.y1 : each.x1),
    ),
  );
  return covered.join();
}

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

  it('fills what halves, quarters and their opposites fill, and nothing twice', () => {
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
