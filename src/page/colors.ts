/** The colors of terminals, and contrast. Loads without a browser. */
import type { ColorScheme } from './scheme.ts';

/** The colors of a terminal in one scheme. */
export interface TerminalColors {
  readonly background: string;
  readonly foreground: string;
  readonly cursor: string;
  readonly selection: string;
  /**
   * The first sixteen colors of the palette. Black is dark and white is light in both schemes, because programs use
   * them as backgrounds too. Text that is too close to its background is adjusted when it is drawn.
   */
  readonly ansi: readonly string[];
}

/** Colors that a session has set: `#rrggbb` by palette index, and `foreground`, `background` and `cursor`. */
export type ColorOverrides = Readonly<Record<string, string | undefined>>;

export const schemeColors: Readonly<Record<ColorScheme, TerminalColors>> = {
  dark: {
    background: '#0b0e0f',
    foreground: '#dde4e1',
    cursor: '#7fe0b5',
    selection: '#2f5b4b',
    ansi: (
      '#20272a #cf3b32 #2f9e4f #b8860f #2f6bcb #a44fc4 #178f95 #d3dbd8 ' +
      '#7c8a88 #ff9d94 #9be8a9 #f8d98d #a6cbff #e7bdf8 #93e6e4 #ffffff'
    ).split(' '),
  },
  light: {
    background: '#fdfdfb',
    foreground: '#1c2422',
    cursor: '#0b6e4f',
    selection: '#bfe3d3',
    ansi: (
      '#1c2422 #b3261e #1d6e36 #7c5300 #1c5bb0 #85309f #0a6a70 #d9e0dc ' +
      '#66716d #c53a30 #267d41 #8a5d05 #2b6cc4 #9640b0 #12777d #ffffff'
    ).split(' '),
  },
};

/** Applies the background, foreground and cursor that the session has set. */
const withOverrides = (
  colors: TerminalColors,
  { background, foreground, cursor }: ColorOverrides,
): TerminalColors => ({
  ...colors,
  background: background ?? colors.background,
  foreground: foreground ?? colors.foreground,
  cursor: cursor ?? colors.cursor,
});

/** Reverse video swaps foreground and background. The default cursor would then look like the text. */
export function resolveColors(scheme: ColorScheme, made: ColorOverrides, reversed: boolean): TerminalColors {
  const colors = withOverrides(schemeColors[scheme], made);
  if (!reversed) return colors;
  return {
    ...colors,
    background: colors.foreground,
    foreground: colors.background,
    cursor: made.cursor ?? colors.background,
  };
}

const cubeSteps = [0, 95, 135, 175, 215, 255];
const toHex = (parts: readonly number[]) =>
  `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** Resolves a color of a snapshot: a palette index, or `#rrggbb`. */
export function resolveColor(
  color: number | string | undefined,
  { ansi }: TerminalColors,
  made: ColorOverrides,
): string | undefined {
  if (typeof color !== 'number') return color;
  if (made[color] !== undefined) return made[color];
  if (color < 16) return ansi[color];
  if (color >= 232) return toHex(Array(3).fill(8 + 10 * (color - 232)));
  const cube = color - 16;
  return toHex([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((part) => cubeSteps[part]!));
}

// Contrast of colors in the form `#rrggbb`.

type Rgb = readonly number[];

const parseRgb = (color: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** The relative luminance that WCAG defines. */
function luminance(parts: Rgb): number {
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastRatio(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The contrast ratio, from 1 to 21. */
export const contrast = (one: string, other: string): number => contrastRatio(parseRgb(one), parseRgb(other));

const mixSteps = 8;

/** Makes the front color lighter or darker until it has enough contrast, or is white or black. */
export function ensureContrast(front: string, back: string, least: number): string {
  const [ink, ground] = [parseRgb(front), parseRgb(back)];
  if (contrastRatio(ink, ground) >= least) return front;
  const [black, white] = [
    [0, 0, 0],
    [255, 255, 255],
  ] as const;
  const end = contrastRatio(white, ground) > contrastRatio(black, ground) ? white : black;
  for (let step = 1; step < mixSteps; step++) {
    const mixed = ink.map((part, at) => Math.round(part + ((end[at]! - part) * step) / mixSteps));
    if (contrastRatio(mixed, ground) >= least) return toHex(mixed);
  }
  return toHex(end);
}
