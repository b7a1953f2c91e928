/** What prompts, status lines and replies of agents are drawn with, and what fonts lack: scan lines, corners, separators. */
import type { Metrics } from '../metrics.ts';
import { box, type Draw, fixed, type Ink } from './ink.ts';

type Sign = (metrics: Metrics) => Ink;

const filledShape = (path: (width: number, height: number) => string): Sign => {
  return ({ width, height }) => ({ path: path(width, height), soft: true });
};

const outlined = (path: (width: number, height: number) => string): Sign => {
  return ({ width, height, line }) => ({ path: path(width, height), soft: true, stroke: line });
};

const scanLine =
  (part: number): Sign =>
  ({ width, height, line }) => {
    const y = Math.round(part * (height - line));
    return { path: box(0, y, width, y + line) };
  };

/** An upright line with a foot or a head: the corner before a result. */
const corner =
  (toLeft: boolean, atTop: boolean): Sign =>
  ({ width, height, line }) => {
    const x = Math.floor((width - line) / 2);
    const inset = Math.round(height / 6);
    const y = atTop ? inset : height - inset - line;
    const foot = toLeft ? box(0, y, x, y + line) : box(x + line, y, width, y + line);
    return { path: box(x, atTop ? y : 0, x + line, atTop ? height : y + line) + foot };
  };

const bulge = (width: number, height: number) =>
  `M0 0C${fixed(width * 1.33)} 0 ${fixed(width * 1.33)} ${height} 0 ${height}`;
const dent = (width: number, height: number) =>
  `M${width} 0C${fixed(width * -0.33)} 0 ${fixed(width * -0.33)} ${height} ${width} ${height}`;

/** Sides of separators come as filled and as a line. */
const separators: readonly ((width: number, height: number) => string)[] = [
  (width, height) => `M0 0L${width} ${height / 2}L0 ${height}`,
  (width, height) => `M${width} 0L0 ${height / 2}L${width} ${height}`,
  bulge,
  dent,
  (width, height) => `M0 0L${width} ${height}L0 ${height}z`,
  (width, height) => `M${width} 0L0 ${height}L${width} ${height}z`,
  (width, height) => `M0 0L${width} 0L0 ${height}z`,
  (width, height) => `M0 0L${width} 0L${width} ${height}z`,
];

const falling = outlined((width, height) => `M0 0L${width} ${height}`);
const rising = outlined((width, height) => `M0 ${height}L${width} 0`);

const signs = new Map<number, Sign>([
  [0x23ba, scanLine(0)],
  [0x23bb, scanLine(0.25)],
  [0x23bc, scanLine(0.75)],
  [0x23bd, scanLine(1)],
  [0x23be, corner(false, true)],
  [0x23bf, corner(false, false)],
  [0x23cb, corner(true, true)],
  [0x23cc, corner(true, false)],
  [0x26f6, squareCorners],
  [0x29c9, joinedSquares],
  [0xe0a0, branch],
  ...separators.flatMap((shape, index): [number, Sign][] => {
    const first = 0xe0b0 + 2 * index;
    const line = index < 4 ? outlined(shape) : index === 4 || index === 7 ? falling : rising;
    return [
      [first, filledShape(shape)],
      [first + 1, line],
    ];
  }),
]);

export const drawSigns: Draw = (codePoint, metrics) => signs.get(codePoint)?.(metrics);

/** A square of which only the corners are there. */
function squareCorners({ width, height, line }: Metrics): Ink {
  const side = width - 2;
  const [x0, y0] = [1, Math.round((height - side) / 2)];
  const [x1, y1] = [x0 + side, y0 + side];
  const long = Math.max(2, Math.round(side / 3));
  const path = [
    [x0, y0, 1, 1],
    [x1, y0, -1, 1],
    [x0, y1, 1, -1],
    [x1, y1, -1, -1],
  ].map(([x, y, right, down]) => bent(x!, y!, right!, down!, long, line));
  return { path: path.join('') };
}

const bent = (x: number, y: number, right: number, down: number, long: number, line: number): string =>
  between(x, y, x + right * long, y + down * line) + between(x, y, x + right * line, y + down * long);

const between = (x0: number, y0: number, x1: number, y1: number): string =>
  box(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));

/** Two squares, one partly behind the other: text that was selected elsewhere. */
function joinedSquares({ width, height, line }: Metrics): Ink {
  const side = Math.round(width * 0.6);
  const shift = Math.max(2, width - 1 - side);
  const y = Math.round((height - side - shift) / 2);
  const front = hollow(0, y + shift, side, line);
  const behind = [
    box(shift, y, shift + side, y + line),
    box(shift + side - line, y + line, shift + side, y + side),
    box(shift, y + line, shift + line, y + shift),
    box(side, y + side - line, shift + side - line, y + side),
  ];
  return { path: front + behind.join('') };
}

const hollow = (x: number, y: number, side: number, line: number): string =>
  [
    box(x, y, x + side, y + line),
    box(x, y + side - line, x + side, y + side),
    box(x, y + line, x + line, y + side - line),
    box(x + side - line, y + line, x + side, y + side - line),
  ].join('');

/** A branch of a version control system: a stem, and a line that leaves it. */
function branch({ width, height, line }: Metrics): Ink {
  const stem = Math.round(width / 4);
  const side = Math.round((3 * width) / 4);
  const [top, middle, low] = [0.18, 0.55, 0.85].map((part) => Math.round(part * height));
  return {
    path: `M${stem} ${top}V${low}M${side} ${top}V${fixed(height * 0.35)}Q${side} ${middle} ${stem} ${fixed(height * 0.68)}`,
    stroke: Math.max(line, 1.5),
    soft: true,
  };
}
