/** The colours of a picture: a theme, overridden by what the program has changed. */
import { z } from '#platform/schema.ts';
import { defaultColor, type RgbTuple, specialColors, type TerminalPalette } from '#terminal/palette.ts';

const HexColorText = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'expected #rrggbb');

export const Theme = z
  .union([
    z.enum(['dark', 'light']),
    z.strictObject({
      base: z
        .enum(['dark', 'light'])
        .default('dark')
        .describe('The theme of all colours that are not set here.'),
      foreground: HexColorText.optional(),
      background: HexColorText.optional(),
      cursor: HexColorText.optional(),
      colors: z.array(HexColorText).max(256).optional().describe('The palette, from index 0.'),
    }),
  ])
  .meta({
    id: 'Theme',
    description:
      'Colours of a picture. `dark` has the colours that the terminal reports to programs. Colours that the program changes (OSC 4, 10, 11, 12) override every theme.',
  });

export type Theme = z.infer<typeof Theme>;

/** Format: 0xrrggbb. */
export type PackedColor = number;

/** For dark text on white. Colours of `dark` that would be too pale are darker here. */
const lightTheme = {
  foreground: 0x1f2328,
  background: 0xffffff,
  colors: [
    0x24292f, 0xc4232b, 0x1a7f37, 0x8a6100, 0x0b57c4, 0x8a3fc0, 0x0e7490, 0x6e7781, 0x57606a, 0xe0443e,
    0x2c974b, 0xa87b00, 0x2f81e6, 0xa866dd, 0x2a97ad, 0x9aa2ab,
  ],
} as const;

const packRgb = ([red, green, blue]: RgbTuple): PackedColor => (red << 16) | (green << 8) | blue;
export const parseHexColor = (hex: string): PackedColor => Number.parseInt(hex.slice(1), 16);
export const formatHexColor = (color: PackedColor): string => `#${color.toString(16).padStart(6, '0')}`;

/** `index` is 0 to 255, or one of `specialColors`. */
export type ResolveColor = (index: number) => PackedColor;

/** Resolves colours with the current palette. Later changes of the program are not included. */
export function createColorResolver(theme: Theme, palette: TerminalPalette): ResolveColor {
  const own = typeof theme === 'string' ? { base: theme } : theme;
  const colors = new Map<number, PackedColor>(own.colors?.map((hex, index) => [index, parseHexColor(hex)]));
  for (const name of ['foreground', 'background', 'cursor'] as const)
    if (own[name] !== undefined) colors.set(specialColors[name], parseHexColor(own[name]));
  // The cursor has the colour of text unless the theme sets it.
  if (own.foreground !== undefined && own.cursor === undefined)
    colors.set(specialColors.cursor, parseHexColor(own.foreground));
  for (let index = 0; index <= specialColors.cursor; index++) {
    const changed = palette.customColor(index);
    if (changed) colors.set(index, packRgb(changed));
  }
  return (index) => colors.get(index) ?? themeColor(own.base, index);
}

function themeColor(base: 'dark' | 'light', index: number): PackedColor {
  if (base === 'light' && index < 16) return lightTheme.colors[index]!;
  if (base === 'light' && index >= 256)
    return index === specialColors.background ? lightTheme.background : lightTheme.foreground;
  return packRgb(defaultColor(index));
}

/** Mixes two colours in equal parts, for faint text. */
export const mixColors = (a: PackedColor, b: PackedColor): PackedColor =>
  ((a >> 1) & 0x7f7f7f) + ((b >> 1) & 0x7f7f7f);
