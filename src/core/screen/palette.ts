/** Colours as red, green and blue, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** What colours mean: xterm's, until the program changes them (OSC 4, 10, 11, 12). */
export class Palette {
  readonly #changed = new Map<number, Rgb>();
  readonly #chosen = new Map<number, Rgb>();

  /** 0 to 255, or one of `special`. */
  color(index: number): Rgb {
    return this.changed(index) ?? defaultColor(index);
  }

  /** What the program has made of it, or else a client, if they have. */
  changed(index: number): Rgb | undefined {
    return this.#changed.get(index) ?? this.#chosen.get(index);
  }

  set(index: number, color: Rgb): void {
    if (index >= 0 && index <= special.cursor) this.#changed.set(index, color);
  }

  /** What a client wants a colour to be where the program wants nothing else; null takes that back. */
  choose(index: number, color: Rgb | null): void {
    if (color === null) this.#chosen.delete(index);
    else this.#chosen.set(index, color);
  }

  /** Back to the default: one colour, or all 256 indexed ones. */
  restore(index?: number): void {
    if (index !== undefined) this.#changed.delete(index);
    else for (const changed of this.#changed.keys()) if (changed < 256) this.#changed.delete(changed);
  }

  reset(): void {
    this.#changed.clear();
  }
}

export const special = { foreground: 256, background: 257, cursor: 258 } as const;

export const specialNames = Object.keys(special) as (keyof typeof special)[];

/** `0` to `255`, or a special colour by its name. */
export const nameOf = (index: number): string => specialNames[index - 256] ?? String(index);

export const hexOf = (color: Rgb): string =>
  `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

const gray: Rgb = [229, 229, 229];

const basic: readonly Rgb[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  gray,
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

export function defaultColor(index: number): Rgb {
  if (index === special.background) return basic[0]!;
  if (index >= 256) return gray;
  if (index < 16) return basic[index]!;
  if (index >= 232) return [8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232)];
  const at = index - 16;
  return [step(Math.floor(at / 36)), step(Math.floor(at / 6) % 6), step(at % 6)];
}

const step = (level: number) => (level === 0 ? 0 : 55 + 40 * level);

const indexes = Array.from({ length: special.cursor + 1 }, (_, index) => index);

/** Every colour by its name. */
export const readPalette = (palette: Palette): Record<string, string> =>
  Object.fromEntries(indexes.map((index) => [nameOf(index), hexOf(palette.color(index))]));

/** Colours by their names, as `#rrggbb`; null takes back what was chosen. */
export function choosePalette(palette: Palette, colors: Readonly<Record<string, string | null>>): void {
  for (const [name, hex] of Object.entries(colors)) {
    const index = specialNames.includes(name as never) ? special[name as keyof typeof special] : Number(name);
    palette.choose(index, hex === null ? null : rgbOf(hex));
  }
}

export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}
