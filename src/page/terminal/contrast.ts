/** How well one colour can be read on another, and the nearest to it that can be. Colours are `#rrggbb`. */

type Rgb = readonly number[];

const rgb = (color: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** As WCAG has it. */
function luminance(parts: Rgb): number {
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** From 1 to 21. */
export const contrast = (one: string, other: string): number => ratio(rgb(one), rgb(other));

const steps = 8;

/** Lighter or darker, whichever leads further, until it has so much contrast. */
export function readable(front: string, back: string, least: number): string {
  const [ink, ground] = [rgb(front), rgb(back)];
  if (ratio(ink, ground) >= least) return front;
  const [black, white] = [
    [0, 0, 0],
    [255, 255, 255],
  ] as const;
  const end = ratio(white, ground) > ratio(black, ground) ? white : black;
  for (let step = 1; step < steps; step++) {
    const mixed = ink.map((part, at) => Math.round(part + ((end[at]! - part) * step) / steps));
    if (ratio(mixed, ground) >= least) return hex(mixed);
  }
  return hex(end);
}

const hex = (parts: Rgb) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
