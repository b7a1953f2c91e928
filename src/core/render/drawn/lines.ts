/** Box drawing, U+2500 to U+257F: lines that reach the edges of their cells and meet in the middle. */
import type { Metrics } from '../metrics.ts';
import { box, type Draw, fixed, type Ink } from './ink.ts';

/** Arms upwards, to the right, downwards and to the left: 0 none, 1 light, 2 heavy, 3 double. Four digits a character. */
const arms: readonly (readonly [first: number, arms: string])[] = [
  [0x2500, '0101 0202 1010 2020'],
  [0x250c, '0110 0210 0120 0220 0011 0012 0021 0022 1100 1200 2100 2200 1001 1002 2001 2002'],
  [0x251c, '1110 1210 2110 1120 2120 2210 1220 2220 1011 1012 2011 1021 2021 2012 1022 2022'],
  [0x252c, '0111 0112 0211 0212 0121 0122 0221 0222 1101 1102 1201 1202 2101 2102 2201 2202'],
  [0x253c, '1111 1112 1211 1212 2111 1121 2121 2112 2211 1122 1221 2212 1222 2122 2221 2222'],
  [0x2550, '0303 3030 0310 0130 0330 0013 0031 0033 1300 3100 3300 1003 3001 3003'],
  [0x255e, '1310 3130 3330 1013 3031 3033 0313 0131 0333 1303 3101 3303 1313 3131 3333'],
  [0x2574, '0001 1000 0100 0010 0002 2000 0200 0020 0201 1020 0102 2010'],
];

const armsOf = new Map(
  arms.flatMap(([first, all]) => all.split(' ').map((four, index) => [first + index, fourOf(four)] as const)),
);

function fourOf(digits: string): readonly [number, number, number, number] {
  const [up = 0, right = 0, down = 0, left = 0] = [...digits].map(Number);
  return [up, right, down, left];
}

/** Dashed lines: how many dashes, whether upright, whether heavy. */
const dashes = new Map(
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

export const drawLines: Draw = (codePoint, metrics) => {
  const four = armsOf.get(codePoint);
  if (four) return { path: crossing(four, metrics) };
  const dashed = dashes.get(codePoint);
  if (dashed) return { path: dashedLine(dashed, metrics) };
  if (codePoint >= 0x256d && codePoint <= 0x2570) return roundCorner(codePoint - 0x256d, metrics);
  return codePoint >= 0x2571 && codePoint <= 0x2573 ? diagonals(codePoint, metrics) : undefined;
};

type Span = readonly [number, number];

/** The edges of lines in the middle of a cell, along one of its axes. */
interface Edges {
  readonly light: Span;
  readonly heavy: Span;
  readonly double: Span;
}

function edges(length: number, line: number): Edges {
  const light = Math.floor((length - line) / 2);
  const heavy = Math.floor((length - 2 * line) / 2);
  return {
    light: [light, light + line],
    heavy: [heavy, heavy + 2 * line],
    double: [light - line, light + 2 * line],
  };
}

const weight = { light: 1, heavy: 2, double: 3 } as const;

function crossing(
  [up, right, down, left]: readonly [number, number, number, number],
  { width, height, line }: Metrics,
): string {
  const across = edges(width, line);
  const along = edges(height, line);
  const upright = { sides: [left, right], across, along, length: height } as const;
  const level = { sides: [up, down], across: along, along: across, length: width } as const;
  return [
    ...arm(up, down, 1, upright).map(([low, high, start, end]) => box(low, start, high, end)),
    ...arm(down, up, 0, upright).map(([low, high, start, end]) => box(low, start, high, end)),
    ...arm(left, right, 1, level).map(([low, high, start, end]) => box(start, low, end, high)),
    ...arm(right, left, 0, level).map(([low, high, start, end]) => box(start, low, end, high)),
  ].join('');
}

interface Axis {
  /** The arms that cross it. */
  readonly sides: Span;
  /** Where lines of this axis have their edges, and where those that cross it have them. */
  readonly across: Edges;
  readonly along: Edges;
  readonly length: number;
}

/**
 * Boxes of an arm: two edges across, two along. It comes from above or the left (`near` 1), or from the other side
 * (`near` 0). A double one is two lines, each of which ends for itself where it meets a double one.
 */
function arm(kind: number, opposite: number, near: 0 | 1, { sides, across, along, length }: Axis): Box[] {
  if (kind === 0) return [];
  const span = (to: number): Span => (near ? [0, to] : [to, length]);
  const end = reach(kind, opposite, sides, along)[near];
  if (kind !== weight.double)
    return [[...(kind === weight.heavy ? across.heavy : across.light), ...span(end)]];
  const [first, second] = sides.map((side) => span(side === weight.double ? along.light[1 - near]! : end));
  return [
    [across.double[0], across.light[0], ...first!],
    [across.light[1], across.double[1], ...second!],
  ];
}

type Box = readonly [low: number, high: number, start: number, end: number];

/**
 * How far an arm goes into the middle, by the side from which it comes: to the far edge of what crosses it; but only
 * to the near one where that runs past it while the arm goes on differently or ends.
 */
function reach(kind: number, opposite: number, [first, second]: Span, along: Edges): Span {
  if (first === weight.heavy || second === weight.heavy) return along.heavy;
  if (first !== second || kind === opposite)
    return first === weight.double || second === weight.double ? along.double : along.light;
  return first === 0 ? along.light : [along.light[1], along.light[0]];
}

function dashedLine(
  { count, upright, heavy }: { count: number; upright: boolean; heavy: boolean },
  { width, height, line }: Metrics,
): string {
  const length = upright ? height : width;
  const [low, high] = edges(upright ? width : height, line)[heavy ? 'heavy' : 'light'];
  // Where there is no room for gaps, a line that goes through says more than none.
  const gap = length < 2 * count ? 0 : Math.max(1, Math.round(length / count / 3));
  return Array.from({ length: count }, (_, index) => {
    const start = Math.round((index * length) / count) + Math.floor(gap / 2);
    const end = Math.round(((index + 1) * length) / count) - Math.ceil(gap / 2);
    return upright ? box(low, start, high, end) : box(start, low, end, high);
  }).join('');
}

/** From the middle of one edge to the middle of the next, round. */
function roundCorner(index: number, { width, height, line }: Metrics): Ink {
  const x = edges(width, line).light[0] + line / 2;
  const y = edges(height, line).light[0] + line / 2;
  const toLeft = index === 1 || index === 2;
  const upwards = index > 1;
  const radius = Math.min(width, height) / 2;
  const [sideX, sideY] = [toLeft ? 0 : width, upwards ? 0 : height];
  const bendX = x + (toLeft ? -1 : 1) * Math.min(radius, Math.abs(sideX - x));
  const bendY = y + (upwards ? -1 : 1) * Math.min(radius, Math.abs(sideY - y));
  return {
    path: `M${x} ${sideY}V${fixed(bendY)}Q${x} ${y} ${fixed(bendX)} ${y}H${sideX}`,
    stroke: line,
    soft: true,
  };
}

function diagonals(codePoint: number, { width, height, line }: Metrics): Ink {
  const rising = `M0 ${height}L${width} 0`;
  const falling = `M0 0L${width} ${height}`;
  const path = codePoint === 0x2571 ? rising : codePoint === 0x2572 ? falling : rising + falling;
  return { path, stroke: line, soft: true };
}
