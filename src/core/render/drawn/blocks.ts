/** Block elements, shades and sextants: parts of a cell that are filled to its edges. */
import type { Metrics } from '../metrics.ts';
import { box, type Draw } from './ink.ts';

/** A part of a cell: its left, top, right and bottom edge, in eighths. */
type Part = readonly [left: number, top: number, right: number, bottom: number];

const quarter = {
  upperLeft: [0, 0, 4, 4],
  upperRight: [4, 0, 8, 4],
  lowerLeft: [0, 4, 4, 8],
  lowerRight: [4, 4, 8, 8],
} as const;
const { upperLeft, upperRight, lowerLeft, lowerRight } = quarter;

const quadrants: readonly (readonly Part[])[] = [
  [lowerLeft],
  [lowerRight],
  [upperLeft],
  [upperLeft, lowerLeft, lowerRight],
  [upperLeft, lowerRight],
  [upperLeft, upperRight, lowerLeft],
  [upperLeft, upperRight, lowerRight],
  [upperRight],
  [upperRight, lowerLeft],
  [upperRight, lowerLeft, lowerRight],
];

const left: Part = [0, 0, 1, 8];
const right: Part = [7, 0, 8, 8];
const top: Part = [0, 0, 8, 1];
const bottom: Part = [0, 7, 8, 8];

/** Of U+1FB7C to U+1FB8B. */
const eighths: readonly (readonly Part[])[] = [
  [left, bottom],
  [left, top],
  [right, top],
  [right, bottom],
  [top, bottom],
  [top, [0, 2, 8, 3], [0, 4, 8, 5], bottom],
  ...[2, 3, 5, 6, 7].map((part): Part[] => [[0, 0, 8, part]]),
  ...[2, 3, 5, 6, 7].map((part): Part[] => [[8 - part, 0, 8, 8]]),
];

function partsOf(codePoint: number): readonly Part[] | undefined {
  if (codePoint === 0x2580) return [[0, 0, 8, 4]];
  if (codePoint <= 0x2588) return [[0, 8 - (codePoint - 0x2580), 8, 8]];
  if (codePoint <= 0x258f) return [[0, 0, 0x2590 - codePoint, 8]];
  if (codePoint === 0x2590) return [[4, 0, 8, 8]];
  if (codePoint === 0x2594) return [top];
  if (codePoint === 0x2595) return [right];
  if (codePoint <= 0x259f) return quadrants[codePoint - 0x2596];
  if (codePoint <= 0x1fb75) return [[codePoint - 0x1fb6f, 0, codePoint - 0x1fb6e, 8]];
  if (codePoint <= 0x1fb7b) return [[0, codePoint - 0x1fb75, 8, codePoint - 0x1fb74]];
  return eighths[codePoint - 0x1fb7c];
}

export const drawBlocks: Draw = (codePoint, metrics) => {
  if (codePoint >= 0x2591 && codePoint <= 0x2593)
    return { path: box(0, 0, metrics.width, metrics.height), opacity: (codePoint - 0x2590) / 4 };
  if (codePoint >= 0x1fb00 && codePoint <= 0x1fb3b) return { path: sextant(codePoint - 0x1fb00, metrics) };
  const known =
    (codePoint >= 0x2580 && codePoint <= 0x259f) || (codePoint >= 0x1fb70 && codePoint <= 0x1fb8b);
  const parts = known ? partsOf(codePoint) : undefined;
  return parts && { path: parts.map((part) => filled(part, metrics)).join('') };
};

/** A thin part is never thinner than a pixel. */
function filled([x0, y0, x1, y1]: Part, { width, height }: Metrics): string {
  const x = Math.min(Math.round((x0 * width) / 8), width - 1);
  const y = Math.min(Math.round((y0 * height) / 8), height - 1);
  return box(
    x,
    y,
    Math.max(x + 1, Math.round((x1 * width) / 8)),
    Math.max(y + 1, Math.round((y1 * height) / 8)),
  );
}

/** Two columns of three. Those that are whole halves of a cell have older code points and are left out of the count. */
function sextant(index: number, { width, height }: Metrics): string {
  let bits = index + 1;
  if (bits >= 0b010101) bits++;
  if (bits >= 0b101010) bits++;
  const middle = Math.round(width / 2);
  const rows = [0, 1, 2, 3].map((third) => Math.round((third * height) / 3));
  return Array.from({ length: 6 }, (_, bit) =>
    bits & (1 << bit)
      ? box(bit % 2 ? middle : 0, rows[bit >> 1]!, bit % 2 ? width : middle, rows[(bit >> 1) + 1]!)
      : '',
  ).join('');
}
