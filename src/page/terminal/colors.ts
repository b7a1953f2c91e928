/** The colours of terminals, in each scheme, and of each of the 256 that programs name by number. */
import type { Scheme } from '../scheme.ts';

export interface Colors {
  readonly ground: string;
  readonly ink: string;
  readonly cursor: string;
  readonly selection: string;
  /** The first sixteen. */
  readonly basic: readonly string[];
}

/** What a session has made of colours: `#rrggbb` by number, and `foreground`, `background` and `cursor`. */
export type Made = Readonly<Record<string, string | undefined>>;

export const colors: Readonly<Record<Scheme, Colors>> = {
  dark: {
    ground: '#0b0e0f',
    ink: '#dde4e1',
    cursor: '#7fe0b5',
    selection: '#2f5b4b',
    basic: (
      '#20272a #ff7a70 #79d88b #f0c35e #7eb3ff #d99bf0 #62d3d3 #d3dbd8 ' +
      '#7c8a88 #ff9d94 #9be8a9 #f8d98d #a6cbff #e7bdf8 #93e6e4 #ffffff'
    ).split(' '),
  },
  light: {
    ground: '#fdfdfb',
    ink: '#1c2422',
    cursor: '#0b6e4f',
    selection: '#bfe3d3',
    basic: (
      '#1c2422 #b3261e #1d6e36 #7c5300 #1c5bb0 #85309f #0a6a70 #59635f ' +
      '#66716d #c53a30 #267d41 #8a5d05 #2b6cc4 #9640b0 #12777d #3c4643'
    ).split(' '),
  },
};

/** With the ground, the ink and the cursor of a session that has some. */
const withMade = (look: Colors, { background, foreground, cursor }: Made): Colors => ({
  ...look,
  ground: background ?? look.ground,
  ink: foreground ?? look.ink,
  cursor: cursor ?? look.cursor,
});

/** In reverse ink and ground change places; our own cursor could not be told from our ink. */
export function lookOf(scheme: Scheme, made: Made, reversed: boolean): Colors {
  const look = withMade(colors[scheme], made);
  if (!reversed) return look;
  return { ...look, ground: look.ink, ink: look.ground, cursor: made.cursor ?? look.ground };
}

const steps = [0, 95, 135, 175, 215, 255];
const hex = (parts: readonly number[]) =>
  `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** A colour as a snapshot tells it: a number of the palette, or `#rrggbb`. */
export function colorOf(
  color: number | string | undefined,
  { basic }: Colors,
  made: Made,
): string | undefined {
  if (typeof color !== 'number') return color;
  if (made[color] !== undefined) return made[color];
  if (color < 16) return basic[color];
  if (color >= 232) return hex(Array(3).fill(8 + 10 * (color - 232)));
  const cube = color - 16;
  return hex([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((part) => steps[part]!));
}
