/** The boxes that a drawn character consists of. */
import { drawCustomGlyph } from '#rendering/customGlyphs.ts';
import { createCellMetrics } from '#rendering/fontMetrics.ts';

export const sizes = [10, 15, 16, 22, 31].map((size) => createCellMetrics(size));
export const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** The boxes of a path that consists of boxes. */
export function boxesOf(path: string): Box[] {
  return [...path.matchAll(/M(-?\d+) (-?\d+)h(\d+)v(\d+)h-\d+z/g)].map(([, ...four]) => {
    const [x, y, width, height] = four.map(Number) as [number, number, number, number];
    return { x0: x, y0: y, x1: x + width, y1: y + height };
  });
}

export const boxes = (char: string, metrics = createCellMetrics(15)) =>
  boxesOf(drawCustomGlyph(char.codePointAt(0)!, metrics)!.path);

/** The covered pixels of one edge of the cell. */
export function edge(
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
