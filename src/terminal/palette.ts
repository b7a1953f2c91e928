/**
 * The colours of a terminal, as changed by the program and by clients. Programs can save palettes on a stack
 * (XTPUSHCOLORS, XTPOPCOLORS).
 */
import { limits } from '#limits.ts';

type SavedPalette = ReadonlyMap<number, RgbTuple>;

class PaletteStack {
  readonly #changed: Map<number, RgbTuple>;
  readonly #saved = new Map<number, SavedPalette>();
  /** The slot of the next push. */
  depth = 0;
  /** The highest value of `depth`. */
  maxDepth = 0;

  /** `changed` holds the colours that the program has changed. */
  constructor(changed: Map<number, RgbTuple>) {
    this.#changed = changed;
  }

  /** Saves to a slot, counted from 1, or on top if `place` is 0. Returns false if the stack is full. */
  push(place: number): boolean {
    const slot = place > 0 ? place - 1 : this.depth;
    if (slot >= limits.paletteStack) return false;
    this.#saved.set(slot, new Map(this.#changed));
    this.depth = slot + 1;
    this.maxDepth = Math.max(this.maxDepth, this.depth);
    return true;
  }

  /** Restores from a slot, counted from 1, or from the top if `place` is 0. Returns false if the slot is empty. */
  pop(place: number): boolean {
    const slot = place > 0 ? place - 1 : this.depth - 1;
    if (slot < 0 || slot >= limits.paletteStack) return false;
    const kept = this.#saved.get(slot);
    this.depth = slot;
    if (!kept) return false;
    this.#changed.clear();
    for (const [index, color] of kept) this.#changed.set(index, color);
    return true;
  }

  reset(): void {
    this.#saved.clear();
    this.depth = 0;
    this.maxDepth = 0;
  }
}

/** Channels from 0 to 255. */
export type RgbTuple = readonly [red: number, green: number, blue: number];

/** The colours of xterm, until the program (OSC 4, 5, 10 to 19) or a client changes them. */
export class TerminalPalette {
  readonly #changed = new Map<number, RgbTuple>();
  readonly stack = new PaletteStack(this.#changed);
  readonly #clientColors = new Map<number, RgbTuple>();
  #schemeChanged: () => void = () => {};

  /** `index` is 0 to 255, or that of a named colour. */
  color(index: number): RgbTuple {
    return this.customColor(index) ?? defaultColor(index);
  }

  /** Returns the sequences that set the changed colours again. `chosenToo` includes the colours of clients. */
  sequences(chosenToo = false): string {
    const all = new Map([...(chosenToo ? this.#clientColors : []), ...this.#changed]);
    return [...all].map(([index, color]) => `\x1b]${oscSelector(index)};${formatHex(color)}\x1b\\`).join('');
  }

  /** Whether the program has changed any colour. */
  get isSetByProgram(): boolean {
    return this.#changed.size > 0;
  }

  /** Whether the program or a client has changed any colour. */
  get isCustomized(): boolean {
    return this.#changed.size + this.#clientColors.size > 0;
  }

  /** The colour set by the program, or else by a client; undefined if neither has set it. */
  customColor(index: number): RgbTuple | undefined {
    return this.#changed.get(index) ?? this.#clientColors.get(index);
  }

  set(index: number, color: RgbTuple): void {
    if (index >= 0 && index < colorNames.length + 256) this.#changed.set(index, color);
  }

  /** Sets the colour of a client; null removes it. A colour set by the program has precedence. */
  setClientColor(index: number, color: RgbTuple | null): void {
    const wasDark = this.isDark;
    if (color === null) this.#clientColors.delete(index);
    else this.#clientColors.set(index, color);
    if (this.isDark !== wasDark) this.#schemeChanged();
  }

  /** Whether the background is dark. Colours set by the program do not count. */
  get isDark(): boolean {
    const [red, green, blue] =
      this.#clientColors.get(specialColors.background) ?? defaultColor(specialColors.background);
    return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
  }

  onSchemeChange(listener: () => void): void {
    this.#schemeChanged = listener;
  }

  /** Removes a change by the program. */
  restore(index: number): void {
    this.#changed.delete(index);
  }

  restoreRange(first: number, count: number): void {
    for (let index = first; index < first + count; index++) this.#changed.delete(index);
  }

  reset(): void {
    this.#changed.clear();
    this.stack.reset();
  }
}

/** The named colours that pictures use. */
export const specialColors = { foreground: 256, background: 257, cursor: 258 } as const;

/** From index 256 on, in the order of OSC 10 to 19. */
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

/** After the dynamic colours, in the order of OSC 5: the colours of text styles. */
export const styleColors = ['bold', 'underline', 'blink', 'reverse', 'italic'] as const;

const colorNames: readonly string[] = [...dynamicColors, ...styleColors];

/** `0` to `255`, or the name of the colour. */
export const colorName = (index: number): string => colorNames[index - 256] ?? String(index);

/** The parameters before the value in the OSC that sets the colour. */
export function oscSelector(index: number): string {
  if (index < 256) return `4;${index}`;
  const named = index - 256;
  return named < dynamicColors.length ? `${10 + named}` : `5;${named - dynamicColors.length}`;
}

export const formatHex = (color: RgbTuple): string =>
  `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

const defaultForeground: RgbTuple = [229, 229, 229];

const ansiColors: readonly RgbTuple[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  defaultForeground,
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

export function defaultColor(index: number): RgbTuple {
  if (index >= 256)
    return colorNames[index - 256]!.endsWith('background') !== isHighlightColor(index)
      ? ansiColors[0]!
      : defaultForeground;
  if (index < 16) return ansiColors[index]!;
  if (index >= 232) return [8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232)];
  const at = index - 16;
  return [cubeLevel(Math.floor(at / 36)), cubeLevel(Math.floor(at / 6) % 6), cubeLevel(at % 6)];
}

/** Highlighted text is reversed. */
const isHighlightColor = (index: number): boolean => colorNames[index - 256]!.startsWith('highlight');

const cubeLevel = (level: number) => (level === 0 ? 0 : 55 + 40 * level);

const renderedIndexes = Array.from({ length: specialColors.cursor + 1 }, (_, index) => index);

/** All colours that pictures use, by name. */
export const readPaletteColors = (palette: TerminalPalette): Record<string, string> =>
  Object.fromEntries(renderedIndexes.map((index) => [colorName(index), formatHex(palette.color(index))]));

/** The names of the colours that the program or a client has changed. */
export const customColorNames = (palette: TerminalPalette): string[] =>
  palette.isCustomized ? renderedIndexes.filter((index) => palette.customColor(index)).map(colorName) : [];

/** Sets colours of a client by name, as `#rrggbb`; null removes one. */
export function setClientColors(
  palette: TerminalPalette,
  colors: Readonly<Record<string, string | null>>,
): void {
  for (const [name, hex] of Object.entries(colors)) {
    const index = Object.hasOwn(specialColors, name)
      ? specialColors[name as keyof typeof specialColors]
      : Number(name);
    palette.setClientColor(index, hex === null ? null : parseHex(hex));
  }
}

export function parseHex(hex: string): RgbTuple {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}
