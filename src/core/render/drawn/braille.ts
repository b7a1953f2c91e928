/** Braille patterns, U+2800 to U+28FF: two columns of four dots, spread evenly so that plots join up. */
import { type Draw, fixed } from './ink.ts';

/** By bit: the column and the row of the dot. */
const dots = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [0, 3],
  [1, 3],
] as const;

export const drawBraille: Draw = (codePoint, { width, height }) => {
  if (codePoint < 0x2800 || codePoint > 0x28ff) return undefined;
  const radius = fixed(Math.min(width / 4, height / 8) * 0.55);
  const path = dots
    .map(([col, row], bit) =>
      codePoint & (1 << bit) ? circle((width * (2 * col + 1)) / 4, (height * (2 * row + 1)) / 8, radius) : '',
    )
    .join('');
  return { path, soft: true };
};

const circle = (x: number, y: number, radius: number): string =>
  `M${fixed(x - radius)} ${fixed(y)}a${radius} ${radius} 0 1 0 ${fixed(2 * radius)} 0a${radius} ${radius} 0 1 0 ${fixed(-2 * radius)} 0z`;
