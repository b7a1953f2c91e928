/** Colours by their names, as this dialect writes them. */
import { hexOf, rgbOf } from '../../../core/screen/palette.ts';
import { z } from '../../../platform/schema.ts';
import { Rgb, toRgb } from '../shapes.ts';

const Name = z
  .string()
  .regex(
    /^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5]|foreground|background|cursor)$/,
    'expected a number from 0 to 255, foreground, background or cursor',
  );

export const Palette = z.record(Name, Rgb);
type Palette = z.output<typeof Palette>;

export const toHex = (palette: Palette): Record<string, string> =>
  Object.fromEntries(Object.entries(palette).map(([name, { r, g, b }]) => [name, hexOf([r, g, b])]));

export const fromHex = (colors: Readonly<Record<string, string>>): Palette =>
  Object.fromEntries(Object.entries(colors).map(([name, hex]) => [name, toRgb(rgbOf(hex))]));
