/** Box drawing, U+2500 to U+257F: lines that reach the edges of their cells and meet in the middle. */
import type { CellMetrics } from './fontMetrics.ts';

/** A character drawn as a path within its cell. */
export interface VectorPath {
  readonly path: string;
  /** The path has curves or slopes and needs anti-aliasing. */
  readonly soft?: boolean;
  /** Width of the line along the path. Undefined if the path is filled. */
  readonly stroke?: number;
  readonly opacity?: number;
}

/** Returns undefined for a character that the function does not draw. */
export type DrawGlyph = (codePoint: number, metrics: CellMetrics) => VectorPath | undefined;

/** A filled box between two columns and two rows of pixels; empty if the box has no area. */
export const boxPath = (left: number, top: number, right: number, bottom: number): string =>
  right > left && bottom > top ? `M${left} ${top}h${right - left}v${bottom - top}h${left - right}z` : '';

export const roundHundredths = (value: number): number => Math.round(value * 100) / 100;

/** The four arms of each character: up, right, down, left. 0 is none, 1 light, 2 heavy, 3 double. */
const encodedArms: readonly (readonly [first: number, arms: string])[] = [
  [0x2500, '0101 0202 1010 2020'],
  [0x250c, '0110 0210 0120 0220 0011 0012 0021 0022 1100 1200 2100 2200 1001 1002 2001 2002'],
  [0x251c, '1110 1210 2110 1120 2120 2210 1220 2220 1011 1012 2011 1021 2021 2012 1022 2022'],
  [0x252c, '0111 0112 0211 0212 0121 0122 0221 0222 1101 1102 1201 1202 2101 2102 2201 2202'],
  [0x253c, '1111 1112 1211 1212 2111 1121 2121 2112 2211 1122 1221 2212 1222 2122 2221 2222'],
  [0x2550, '0303 3030 0310 0130 0330 0013 0031 0033 1300 3100 3300 1003 3001 3003'],
  [0x255e, '1310 3130 3330 1013 3031 3033 0313 0131 0333 1303 3101 3303 1313 3131 3333'],
  [0x2574, '0001 1000 0100 0010 0002 2000 0200 0020 0201 1020 0102 2010'],
];

const armsByCodePoint = new Map(
  encodedArms.flatMap(([first, all]) =>
    all.split(' ').map((four, index) => [first + index, parseArms(four)] as const),
  ),
);

function parseArms(digits: string): readonly [number, number, number, number] {
  const [up = 0, right = 0, down = 0, left = 0] = [...digits].map(Number);
  return [up, right, down, left];
}

/** Dashed lines: number of dashes, vertical or horizontal, heavy or light. */
const dashedLines = new Map(
  [
    [0x2504, 3],
    [0x2508, 4],
    [0x254c, 2],
  ].flatMap(([first, count]) =>
    [0, 1, 2, 3].map((index) => [
      first! + index,
      { count: count!, upright: index > 1, heavy: index % 2 === 1 },
    ]),
  ) as [number, { count: number; upright: boolean; heavy: boolean }][],
);

export const drawLines: DrawGlyph = (codePoint, metrics) => {
  const four = armsByCodePoint.get(codePoint);
  if (four) return { path: crossingPath(four, metrics) };
  const dashed = dashedLines.get(codePoint);
  if (dashed) return { path: dashedLinePath(dashed, metrics) };
  if (codePoint >= 0x256d && codePoint <= 0x2570) return roundCorner(codePoint - 0x256d, metrics);
  return codePoint >= 0x2571 && codePoint <= 0x2573 ? diagonals(codePoint, metrics) : undefined;
};

type EdgeSpan = readonly [number, number];

/** The edges of centred lines along one axis of a cell. */
interface LineEdges {
  readonly light: EdgeSpan;
  readonly heavy: EdgeSpan;
  readonly double: EdgeSpan;
}

function lineEdges(length: number, line: number): LineEdges {
  const light = Math.floor((length - line) / 2);
  const heavy = Math.floor((length - 2 * line) / 2);
  return {
    light: [light, light + line],
    heavy: [heavy, heavy + 2 * line],
    double: [light - line, light + 2 * line],
  };
}

const lineWeights = { light: 1, heavy: 2, double: 3 } as const;

function crossingPath(
  [up, right, down, left]: readonly [number, number, number, number],
  { width, height, line }: CellMetrics,
): string {
  const across = lineEdges(width, line);
  const along = lineEdges(height, line);
  const upright = { sides: [left, right], across, along, length: height } as const;
  const level = { sides: [up, down], across: along, along: across, length: width } as const;
  return [
    ...armBoxes(up, down, 1, upright).map(([low, high, start, end]) => boxPath(low, start, high, end)),
    ...armBoxes(down, up, 0, upright).map(([low, high, start, end]) => boxPath(low, start, high, end)),
    ...armBoxes(left, right, 1, level).map(([low, high, start, end]) => boxPath(start, low, end, high)),
    ...armBoxes(right, left, 0, level).map(([low, high, start, end]) => boxPath(start, low, end, high)),
  ].join('');
}

interface LineAxis {
  /** The weights of the crossing arms. */
  readonly sides: EdgeSpan;
  /** The line edges on this axis, and those on the crossing axis. */
  readonly across: LineEdges;
  readonly along: LineEdges;
  readonly length: number;
}

/**
 * The boxes of one arm: two edges across, two along. `near` 1 is the arm from the top or the left, 0 from the bottom
 * or the right. A double arm is two lines, which end separately where they meet another double arm.
 */
function armBoxes(
  kind: number,
  opposite: number,
  near: 0 | 1,
  { sides, across, along, length }: LineAxis,
): ArmBox[] {
  if (kind === 0) return [];
  const span = (to: number): EdgeSpan => (near ? [0, to] : [to, length]);
  const end = armEnd(kind, opposite, sides, along)[near];
  if (kind !== lineWeights.double)
    return [[...(kind === lineWeights.heavy ? across.heavy : across.light), ...span(end)]];
  const [first, second] = sides.map((side) =>
    span(side === lineWeights.double ? along.light[1 - near]! : end),
  );
  return [
    [across.double[0], across.light[0], ...first!],
    [across.light[1], across.double[1], ...second!],
  ];
}

type ArmBox = readonly [low: number, high: number, start: number, end: number];

/**
 * How far an arm reaches into the middle, for each of the two sides. It reaches the far edge of the crossing line. If
 * that line passes through and the arm ends or changes its weight, it reaches only the near edge.
 */
function armEnd(kind: number, opposite: number, [first, second]: EdgeSpan, along: LineEdges): EdgeSpan {
  if (first === lineWeights.heavy || second === lineWeights.heavy) return along.heavy;
  if (first !== second || kind === opposite)
    return first === lineWeights.double || second === lineWeights.double ? along.double : along.light;
  return first === 0 ? along.light : [along.light[1], along.light[0]];
}

function dashedLinePath(
  { count, upright, heavy }: { count: number; upright: boolean; heavy: boolean },
  { width, height, line }: CellMetrics,
): string {
  const length = upright ? height : width;
  const [low, high] = lineEdges(upright ? width : height, line)[heavy ? 'heavy' : 'light'];
  // If gaps do not fit, draw a solid line.
  const gap = length < 2 * count ? 0 : Math.max(1, Math.round(length / count / 3));
  return Array.from({ length: count }, (_, index) => {
    const start = Math.round((index * length) / count) + Math.floor(gap / 2);
    const end = Math.round(((index + 1) * length) / count) - Math.ceil(gap / 2);
    return upright ? boxPath(low, start, high, end) : boxPath(start, low, end, high);
  }).join('');
}

/** A rounded corner between the middles of two adjacent edges. */
function roundCorner(index: number, { width, height, line }: CellMetrics): VectorPath {
  const x = lineEdges(width, line).light[0] + line / 2;
  const y = lineEdges(height, line).light[0] + line / 2;
  const toLeft = index === 1 || index === 2;
  const upwards = index > 1;
  const radius = Math.min(width, height) / 2;
  const [sideX, sideY] = [toLeft ? 0 : width, upwards ? 0 : height];
  const bendX = x + (toLeft ? -1 : 1) * Math.min(radius, Math.abs(sideX - x));
  const bendY = y + (upwards ? -1 : 1) * Math.min(radius, Math.abs(sideY - y));
  return {
    path: `M${x} ${sideY}V${roundHundredths(bendY)}Q${x} ${y} ${roundHundredths(bendX)} ${y}H${sideX}`,
    stroke: line,
    soft: true,
  };
}

function diagonals(codePoint: number, { width, height, line }: CellMetrics): VectorPath {
  const rising = `M0 ${height}L${width} 0`;
  const falling = `M0 0L${width} ${height}`;
  const path = codePoint === 0x2571 ? rising : codePoint === 0x2572 ? falling : rising + falling;
  return { path, stroke: line, soft: true };
}
