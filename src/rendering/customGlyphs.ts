/**
 * Characters that are drawn to the edges of their cells and not taken from a font: lines, blocks, Braille, symbols.
 * Neighbouring cells join without gaps.
 */
import { boxPath, type DrawGlyph, drawLines, roundHundredths, type VectorPath } from './boxDrawing.ts';
import type { CellMetrics } from './fontMetrics.ts';

/** A part of a cell: its left, top, right and bottom edges, in eighths. */
type CellPart = readonly [left: number, top: number, right: number, bottom: number];

const quarter = {
  upperLeft: [0, 0, 4, 4],
  upperRight: [4, 0, 8, 4],
  lowerLeft: [0, 4, 4, 8],
  lowerRight: [4, 4, 8, 8],
} as const;
const { upperLeft, upperRight, lowerLeft, lowerRight } = quarter;

const quadrants: readonly (readonly CellPart[])[] = [
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

const left: CellPart = [0, 0, 1, 8];
const right: CellPart = [7, 0, 8, 8];
const top: CellPart = [0, 0, 8, 1];
const bottom: CellPart = [0, 7, 8, 8];

/** The parts of U+1FB7C to U+1FB8B. */
const eighths: readonly (readonly CellPart[])[] = [
  [left, bottom],
  [left, top],
  [right, top],
  [right, bottom],
  [top, bottom],
  [top, [0, 2, 8, 3], [0, 4, 8, 5], bottom],
  ...[2, 3, 5, 6, 7].map((part): CellPart[] => [[0, 0, 8, part]]),
  ...[2, 3, 5, 6, 7].map((part): CellPart[] => [[8 - part, 0, 8, 8]]),
];

function partsOf(codePoint: number): readonly CellPart[] | undefined {
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

const drawBlocks: DrawGlyph = (codePoint, metrics) => {
  if (codePoint >= 0x2591 && codePoint <= 0x2593)
    return { path: boxPath(0, 0, metrics.width, metrics.height), opacity: (codePoint - 0x2590) / 4 };
  if (codePoint >= 0x1fb00 && codePoint <= 0x1fb3b)
    return { path: sextantPath(codePoint - 0x1fb00, metrics) };
  const known =
    (codePoint >= 0x2580 && codePoint <= 0x259f) || (codePoint >= 0x1fb70 && codePoint <= 0x1fb8b);
  const parts = known ? partsOf(codePoint) : undefined;
  return parts && { path: parts.map((part) => partPath(part, metrics)).join('') };
};

/** Rounds to whole pixels. A part is at least one pixel thick. */
function partPath([x0, y0, x1, y1]: CellPart, { width, height }: CellMetrics): string {
  const x = Math.min(Math.round((x0 * width) / 8), width - 1);
  const y = Math.min(Math.round((y0 * height) / 8), height - 1);
  return boxPath(
    x,
    y,
    Math.max(x + 1, Math.round((x1 * width) / 8)),
    Math.max(y + 1, Math.round((y1 * height) / 8)),
  );
}

/** Sextants: two columns of three blocks. The half blocks have older code points and are missing in this range. */
function sextantPath(index: number, { width, height }: CellMetrics): string {
  let bits = index + 1;
  if (bits >= 0b010101) bits++;
  if (bits >= 0b101010) bits++;
  const middle = Math.round(width / 2);
  const rows = [0, 1, 2, 3].map((third) => Math.round((third * height) / 3));
  return Array.from({ length: 6 }, (_, bit) =>
    bits & (1 << bit)
      ? boxPath(bit % 2 ? middle : 0, rows[bit >> 1]!, bit % 2 ? width : middle, rows[(bit >> 1) + 1]!)
      : '',
  ).join('');
}

/**
 * Braille patterns, U+2800 to U+28FF: two columns of four dots, evenly spaced so that plots join. Column and row of
 * the dot, by bit.
 */
const dotPositions = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [0, 3],
  [1, 3],
] as const;

const drawBraille: DrawGlyph = (codePoint, { width, height }) => {
  if (codePoint < 0x2800 || codePoint > 0x28ff) return undefined;
  const radius = roundHundredths(Math.min(width / 4, height / 8) * 0.55);
  const path = dotPositions
    .map(([col, row], bit) =>
      codePoint & (1 << bit)
        ? circlePath((width * (2 * col + 1)) / 4, (height * (2 * row + 1)) / 8, radius)
        : '',
    )
    .join('');
  return { path, soft: true };
};

const circlePath = (x: number, y: number, radius: number): string =>
  `M${roundHundredths(x - radius)} ${roundHundredths(y)}a${radius} ${radius} 0 1 0 ${roundHundredths(2 * radius)} 0a${radius} ${radius} 0 1 0 ${roundHundredths(-2 * radius)} 0z`;

/** Symbols that fonts often lack: scan lines, corners, Powerline separators, and signs that agents print. */
type SymbolShape = (metrics: CellMetrics) => VectorPath;

const filledShape = (path: (width: number, height: number) => string): SymbolShape => {
  return ({ width, height }) => ({ path: path(width, height), soft: true });
};

const outlined = (path: (width: number, height: number) => string): SymbolShape => {
  return ({ width, height, line }) => ({ path: path(width, height), soft: true, stroke: line });
};

const scanLine =
  (part: number): SymbolShape =>
  ({ width, height, line }) => {
    const y = Math.round(part * (height - line));
    return { path: boxPath(0, y, width, y + line) };
  };

/** A vertical line with a foot or a head, used before results. */
const cornerShape =
  (toLeft: boolean, atTop: boolean): SymbolShape =>
  ({ width, height, line }) => {
    const x = Math.floor((width - line) / 2);
    const inset = Math.round(height / 6);
    const y = atTop ? inset : height - inset - line;
    const foot = toLeft ? boxPath(0, y, x, y + line) : boxPath(x + line, y, width, y + line);
    return { path: boxPath(x, atTop ? y : 0, x + line, atTop ? height : y + line) + foot };
  };

const roundRight = (width: number, height: number) =>
  `M0 0C${roundHundredths(width * 1.33)} 0 ${roundHundredths(width * 1.33)} ${height} 0 ${height}`;
const roundLeft = (width: number, height: number) =>
  `M${width} 0C${roundHundredths(width * -0.33)} 0 ${roundHundredths(width * -0.33)} ${height} ${width} ${height}`;

/** Powerline separators; each shape exists filled and as an outline. */
const separators: readonly ((width: number, height: number) => string)[] = [
  (width, height) => `M0 0L${width} ${height / 2}L0 ${height}`,
  (width, height) => `M${width} 0L0 ${height / 2}L${width} ${height}`,
  roundRight,
  roundLeft,
  (width, height) => `M0 0L${width} ${height}L0 ${height}z`,
  (width, height) => `M${width} 0L0 ${height}L${width} ${height}z`,
  (width, height) => `M0 0L${width} 0L0 ${height}z`,
  (width, height) => `M0 0L${width} 0L${width} ${height}z`,
];

const falling = outlined((width, height) => `M0 0L${width} ${height}`);
const rising = outlined((width, height) => `M0 ${height}L${width} 0`);

const symbolShapes = new Map<number, SymbolShape>([
  [0x23ba, scanLine(0)],
  [0x23bb, scanLine(0.25)],
  [0x23bc, scanLine(0.75)],
  [0x23bd, scanLine(1)],
  [0x23be, cornerShape(false, true)],
  [0x23bf, cornerShape(false, false)],
  [0x23cb, cornerShape(true, true)],
  [0x23cc, cornerShape(true, false)],
  [0x26f6, squareCorners],
  [0x29c9, joinedSquares],
  [0xe0a0, branchShape],
  ...separators.flatMap((shape, index): [number, SymbolShape][] => {
    const first = 0xe0b0 + 2 * index;
    const line = index < 4 ? outlined(shape) : index === 4 || index === 7 ? falling : rising;
    return [
      [first, filledShape(shape)],
      [first + 1, line],
    ];
  }),
]);

const drawSymbols: DrawGlyph = (codePoint, metrics) => symbolShapes.get(codePoint)?.(metrics);

/** A square of which only the corners are drawn. */
function squareCorners({ width, height, line }: CellMetrics): VectorPath {
  const side = width - 2;
  const [x0, y0] = [1, Math.round((height - side) / 2)];
  const [x1, y1] = [x0 + side, y0 + side];
  const long = Math.max(2, Math.round(side / 3));
  const path = [
    [x0, y0, 1, 1],
    [x1, y0, -1, 1],
    [x0, y1, 1, -1],
    [x1, y1, -1, -1],
  ].map(([x, y, right, down]) => cornerPath(x!, y!, right!, down!, long, line));
  return { path: path.join('') };
}

const cornerPath = (x: number, y: number, right: number, down: number, long: number, line: number): string =>
  spanBox(x, y, x + right * long, y + down * line) + spanBox(x, y, x + right * line, y + down * long);

const spanBox = (x0: number, y0: number, x1: number, y1: number): string =>
  boxPath(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));

/** Two overlapping squares, a sign for text that was selected elsewhere. */
function joinedSquares({ width, height, line }: CellMetrics): VectorPath {
  const side = Math.round(width * 0.6);
  const shift = Math.max(2, width - 1 - side);
  const y = Math.round((height - side - shift) / 2);
  const front = outlineBox(0, y + shift, side, line);
  const behind = [
    boxPath(shift, y, shift + side, y + line),
    boxPath(shift + side - line, y + line, shift + side, y + side),
    boxPath(shift, y + line, shift + line, y + shift),
    boxPath(side, y + side - line, shift + side - line, y + side),
  ];
  return { path: front + behind.join('') };
}

const outlineBox = (x: number, y: number, side: number, line: number): string =>
  [
    boxPath(x, y, x + side, y + line),
    boxPath(x, y + side - line, x + side, y + side),
    boxPath(x, y + line, x + line, y + side - line),
    boxPath(x + side - line, y + line, x + side, y + side - line),
  ].join('');

/** The branch symbol of version control: a stem and a line that leaves it. */
function branchShape({ width, height, line }: CellMetrics): VectorPath {
  const stem = Math.round(width / 4);
  const side = Math.round((3 * width) / 4);
  const [top, middle, low] = [0.18, 0.55, 0.85].map((part) => Math.round(part * height));
  return {
    path: `M${stem} ${top}V${low}M${side} ${top}V${roundHundredths(height * 0.35)}Q${side} ${middle} ${stem} ${roundHundredths(height * 0.68)}`,
    stroke: Math.max(line, 1.5),
    soft: true,
  };
}

export type { VectorPath } from './boxDrawing.ts';

const firstCustomGlyph = 0x23ba;

export function drawCustomGlyph(codePoint: number, metrics: CellMetrics): VectorPath | undefined {
  if (codePoint < firstCustomGlyph) return undefined;
  return (
    drawLines(codePoint, metrics) ??
    drawBlocks(codePoint, metrics) ??
    drawBraille(codePoint, metrics) ??
    drawSymbols(codePoint, metrics)
  );
}
