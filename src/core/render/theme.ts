/** What colours mean in a picture: a theme, and over it what the program has changed. */
import { z } from '../../platform/schema.ts';
import { defaultColor, type Palette, type Rgb, special } from '../screen/palette.ts';

const Hex = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'expected #rrggbb');

export const Theme = z
  .union([
    z.enum(['dark', 'light']),
    z.strictObject({
      base: z.enum(['dark', 'light']).default('dark').describe('What is not said here is as there.'),
      foreground: Hex.optional(),
      background: Hex.optional(),
      cursor: Hex.optional(),
      colors: z.array(Hex).max(256).optional().describe('The palette, from its first colour on.'),
    }),
  ])
  .meta({
    id: 'Theme',
    description:
      'Colours of a picture. `dark` has those that a program is told when it asks; what the program changes (OSC 4, 10, 11, 12) counts over every theme.',
  });

export type Theme = z.infer<typeof Theme>;

/** 0xrrggbb. */
export type Color = number;

/** For dark ink on white: those of `dark` that would be too pale are darker. */
const light = {
  foreground: 0x1f2328,
  background: 0xffffff,
  colors: [
    0x24292f, 0xc4232b, 0x1a7f37, 0x8a6100, 0x0b57c4, 0x8a3fc0, 0x0e7490, 0x6e7781, 0x57606a, 0xe0443e,
    0x2c974b, 0xa87b00, 0x2f81e6, 0xa866dd, 0x2a97ad, 0x9aa2ab,
  ],
} as const;

const packed = ([red, green, blue]: Rgb): Color => (red << 16) | (green << 8) | blue;
export const parsed = (hex: string): Color => Number.parseInt(hex.slice(1), 16);
export const hexOf = (color: Color): string => `#${color.toString(16).padStart(6, '0')}`;

/** 0 to 255, or one of `special`. */
export type Colors = (index: number) => Color;

/** As the palette is now: what the program changes later is not in it. */
export function colorsOf(theme: Theme, palette: Palette): Colors {
  const own = typeof theme === 'string' ? { base: theme } : theme;
  const told = new Map<number, Color>(own.colors?.map((hex, index) => [index, parsed(hex)]));
  for (const name of ['foreground', 'background', 'cursor'] as const)
    if (own[name] !== undefined) told.set(special[name], parsed(own[name]));
  // The cursor has the colour of text unless somebody says otherwise.
  if (own.foreground !== undefined && own.cursor === undefined)
    told.set(special.cursor, parsed(own.foreground));
  for (let index = 0; index <= special.cursor; index++) {
    const changed = palette.changed(index);
    if (changed) told.set(index, packed(changed));
  }
  return (index) => told.get(index) ?? baseColor(own.base, index);
}

function baseColor(base: 'dark' | 'light', index: number): Color {
  if (base === 'light' && index < 16) return light.colors[index]!;
  if (base === 'light' && index >= 256)
    return index === special.background ? light.background : light.foreground;
  return packed(defaultColor(index));
}

/** As much of one colour as of the other: how faint text is shown. */
export const between = (a: Color, b: Color): Color => ((a >> 1) & 0x7f7f7f) + ((b >> 1) & 0x7f7f7f);
