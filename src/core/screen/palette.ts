/** What the colours of a terminal are: as it comes, as a client or its program has changed them. */
import { PaletteStack } from './paletteStack.ts';

/** 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** What colours mean: xterm's, until the program changes them (OSC 4, 5, 10 to 19). */
export class Palette {
  readonly #changed = new Map<number, Rgb>();
  readonly stack = new PaletteStack(this.#changed);
  readonly #chosen = new Map<number, Rgb>();

  /** 0 to 255, or one that has a name. */
  color(index: number): Rgb {
    return this.changed(index) ?? defaultColor(index);
  }

  /** What the program has made of its colours: what it told the terminal, once more; with what clients chose if wanted. */
  sequences(chosenToo = false): string {
    const all = new Map([...(chosenToo ? this.#chosen : []), ...this.#changed]);
    return [...all].map(([index, color]) => `${setting(index)};${hexOf(color)}\x1b\\`).join('');
  }

  /** Any of them, by a program. */
  get isSet(): boolean {
    return this.#changed.size > 0;
  }

  /** Any of them, by a program or a client. */
  get isChanged(): boolean {
    return this.#changed.size + this.#chosen.size > 0;
  }

  /** What the program has made of it, or else a client, if they have. */
  changed(index: number): Rgb | undefined {
    return this.#changed.get(index) ?? this.#chosen.get(index);
  }

  set(index: number, color: Rgb): void {
    if (index >= 0 && index < names.length + 256) this.#changed.set(index, color);
  }

  /** What a client wants a colour to be where the program wants nothing else; null takes that back. */
  choose(index: number, color: Rgb | null): void {
    if (color === null) this.#chosen.delete(index);
    else this.#chosen.set(index, color);
  }

  /** Back to the default. */
  restore(index: number): void {
    this.#changed.delete(index);
  }

  restoreAll(first: number, count: number): void {
    for (let index = first; index < first + count; index++) this.#changed.delete(index);
  }

  reset(): void {
    this.#changed.clear();
    this.stack.reset();
  }
}

/** Those that a picture is drawn in. */
export const special = { foreground: 256, background: 257, cursor: 258 } as const;

/** From the foreground on, in the order of OSC 10 to 19. */
export const dynamicColors = [
  'foreground',
  'background',
  'cursor',
  'pointer_foreground',
  'pointer_background',
  'tektronix_foreground',
  'tektronix_background',
  'highlight_background',
  'tektronix_cursor',
  'highlight_foreground',
] as const;

/** Behind those, in the order of OSC 5: what text of a style is shown in. */
export const styleColors = ['bold', 'underline', 'blink', 'reverse', 'italic'] as const;

const names: readonly string[] = [...dynamicColors, ...styleColors];

/** `0` to `255`, or a colour by its name. */
export const nameOf = (index: number): string => names[index - 256] ?? String(index);

/** The beginning of the sequence that sets it. */
function setting(index: number): string {
  if (index < 256) return `\x1b]4;${index}`;
  const named = index - 256;
  return named < dynamicColors.length ? `\x1b]${10 + named}` : `\x1b]5;${named - dynamicColors.length}`;
}

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
  if (index >= 256)
    return names[index - 256]!.endsWith('background') !== isHighlight(index) ? basic[0]! : gray;
  if (index < 16) return basic[index]!;
  if (index >= 232) return [8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232)];
  const at = index - 16;
  return [step(Math.floor(at / 36)), step(Math.floor(at / 6) % 6), step(at % 6)];
}

/** It is in reverse. */
const isHighlight = (index: number): boolean => names[index - 256]!.startsWith('highlight');

const step = (level: number) => (level === 0 ? 0 : 55 + 40 * level);

const indexes = Array.from({ length: special.cursor + 1 }, (_, index) => index);

/** Every colour that is drawn, by its name. */
export const readPalette = (palette: Palette): Record<string, string> =>
  Object.fromEntries(indexes.map((index) => [nameOf(index), hexOf(palette.color(index))]));

/** The names of those that a program or a client has changed. */
export const changedColors = (palette: Palette): string[] =>
  palette.isChanged ? indexes.filter((index) => palette.changed(index)).map(nameOf) : [];

/** Colours by their names, as `#rrggbb`; null takes back what was chosen. */
export function choosePalette(palette: Palette, colors: Readonly<Record<string, string | null>>): void {
  for (const [name, hex] of Object.entries(colors)) {
    const index = Object.hasOwn(special, name) ? special[name as keyof typeof special] : Number(name);
    palette.choose(index, hex === null ? null : rgbOf(hex));
  }
}

export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}
