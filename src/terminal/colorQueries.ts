/** Colour sequences: set, query and reset colours, and save them on a stack. */
import { limits } from '#limits.ts';
import { onOsc } from './controlStrings.ts';
import type { ReplyQueue } from './deviceReports.ts';
import type { EmitEvent } from './events.ts';
import {
  colorName,
  defaultColor,
  dynamicColors,
  formatHex,
  oscSelector,
  type RgbTuple,
  specialColors,
  styleColors,
  type TerminalPalette,
} from './palette.ts';
import type { Emulator } from './xterm.ts';

/** Parses `#…`, `rgb:…` and `rgbi:…`. Returns undefined for anything else, including the hundreds of colour names. */
function parseColorSpec(spec: string): RgbTuple | undefined {
  const [, digits] = /^#((?:[\da-f]{3}){1,4})$/i.exec(spec) ?? [];
  if (digits !== undefined)
    return splitChannels(digits).map((channel) => parseLeadingDigits(channel)) as unknown as RgbTuple;
  const [, ...channels] = /^rgb:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})$/i.exec(spec) ?? [];
  if (channels.length > 0)
    return channels.map((channel) => parseScaledChannel(channel)) as unknown as RgbTuple;
  const [, ...parts] = /^rgbi:([\d.]{1,16})\/([\d.]{1,16})\/([\d.]{1,16})$/i.exec(spec) ?? [];
  const values = parts.map((part) => Math.round(255 * Number(part)));
  return values.length > 0 && values.every((value) => value <= 255)
    ? (values as unknown as RgbTuple)
    : undefined;
}

const splitChannels = (digits: string): readonly string[] => {
  const length = digits.length / 3;
  return [0, 1, 2].map((at) => digits.slice(at * length, (at + 1) * length));
};

/** Digits after `#` are the most significant digits of each channel. */
const parseLeadingDigits = (digits: string): number => Number.parseInt(digits.padEnd(2, '0').slice(0, 2), 16);

/** Digits after `rgb:` are scaled to the full range. */
const parseScaledChannel = (digits: string): number =>
  Math.round((255 * Number.parseInt(digits, 16)) / (16 ** digits.length - 1));

/**
 * OSC 4, 5 and 10 to 19 set and query colours; 104, 105 and 110 to 119 reset them. CSI # P, Q and R push, pop and
 * report the palette stack. A full reset resets all colours.
 */
export function registerColorQueries(
  emulator: Emulator,
  palette: TerminalPalette,
  replies: ReplyQueue,
  emit: EmitEvent,
): void {
  const on = (number: number, handle: (parts: readonly string[]) => void) =>
    onOsc(emulator, number, { keep: limits.colorChars, cut: false }, (text) => handle(text.split(';')));
  const setOrReport = (index: number, spec: string | undefined, selector = oscSelector(index)) => {
    const color = parseColorSpec(spec ?? '');
    if (spec === '?') replies.add(`\x1b]${selector};${formatXtermRgb(palette.color(index))}\x1b\\`);
    if (!color) return;
    palette.set(index, color);
    emit('palette', paletteChange(index, palette, 'set'));
  };
  const restore = (index: number) => {
    palette.restore(index);
    emit('palette', paletteChange(index, palette, 'reset'));
  };
  const restoreStyles = () => palette.restoreRange(firstStyleColor, styleColors.length);
  const restoreAll = (restoreRanges: () => void) => {
    const { changes } = trackChanges(palette, restoreRanges);
    emit('palette', bulkPaletteChange('reset', changes));
  };
  on(4, (parts) =>
    forEachPair(parts, parsePaletteIndex, (index, spec) =>
      setOrReport(index, spec, index < firstStyleColor ? undefined : `4;${index - firstStyleColor + 256}`),
    ),
  );
  on(5, (parts) => forEachPair(parts, parseStyleIndex, setOrReport));
  on(104, (parts) => {
    if (parts[0]) return forEachIndex(parts, parsePaletteIndex, restore);
    restoreAll(() => {
      palette.restoreRange(0, 256);
      restoreStyles();
    });
  });
  on(105, (parts) => (parts[0] ? forEachIndex(parts, parseStyleIndex, restore) : restoreAll(restoreStyles)));
  for (const at of dynamicColors.keys()) {
    on(10 + at, (specs) => {
      for (const [offset, spec] of specs.slice(0, dynamicColors.length - at).entries())
        setOrReport(specialColors.foreground + at + offset, spec);
    });
    on(110 + at, () => restore(specialColors.foreground + at));
  }
  emulator.input.onRequestReset(() => {
    if (!palette.isSetByProgram) return palette.reset();
    const { changes } = trackChanges(palette, () => palette.reset());
    if (changes !== '') emit('palette', bulkPaletteChange('reset', changes));
  });
  registerPaletteStack(emulator, palette, replies, emit);
}

function registerPaletteStack(
  { parser }: Emulator,
  palette: TerminalPalette,
  replies: ReplyQueue,
  emit: EmitEvent,
): void {
  const { stack } = palette;
  const on = (final: string, handle: (slot: number) => void) =>
    parser.registerCsiHandler({ intermediates: '#', final }, ({ params }) => {
      handle(params[0]!);
      return true;
    });
  on('P', (slot) => {
    if (stack.push(slot)) emit('palette', bulkPaletteChange('push'));
  });
  on('Q', (slot) => {
    const { done, changes } = trackChanges(palette, () => stack.pop(slot));
    if (done) emit('palette', bulkPaletteChange('pop', changes));
  });
  on('R', () => replies.add(`\x1b[${stack.depth};${stack.maxDepth}#Q`));
}

/** Index of the first style colour. */
const firstStyleColor = specialColors.foreground + dynamicColors.length;

type ParseIndex = (number: string | undefined) => number | undefined;

/** In OSC 4, the style colours follow the 256 palette colours. */
const parsePaletteIndex: ParseIndex = (number) => {
  const index = parseIntBelow(number, 256 + styleColors.length);
  return index === undefined || index < 256 ? index : index - 256 + firstStyleColor;
};

const parseStyleIndex: ParseIndex = (number) => {
  const index = parseIntBelow(number, styleColors.length);
  return index === undefined ? undefined : firstStyleColor + index;
};

const parseIntBelow = (number = '', most = 0): number | undefined =>
  /^\d{1,3}$/.test(number) && Number(number) < most ? Number(number) : undefined;

function forEachPair(
  parts: readonly string[],
  place: ParseIndex,
  handle: (index: number, spec?: string) => void,
): void {
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const index = place(parts[at]);
    if (index !== undefined) handle(index, parts[at + 1]);
  }
}

const forEachIndex = (parts: readonly string[], place: ParseIndex, handle: (index: number) => void): void =>
  forEachPair(
    parts.flatMap((part) => [part, '']),
    place,
    handle,
  );

type PaletteChangeCause = 'set' | 'reset' | 'push' | 'pop';

/** Event facts of one changed colour. */
const paletteChange = (index: number, palette: TerminalPalette, cause: PaletteChangeCause) => ({
  ...namedColor(index, palette),
  cause,
});

const namedColor = (index: number, palette: TerminalPalette) => ({
  color: colorName(index),
  value: formatHex(palette.color(index)),
});

/** Event facts of any number of changed colours, as `name=#rrggbb` separated by blanks. */
const bulkPaletteChange = (cause: PaletteChangeCause, changes = '') => ({
  color: null,
  value: null,
  cause,
  changes,
});

/** Runs an operation and lists the colours that it changed. An unchanged colour is the same object. */
function trackChanges<T>(
  palette: TerminalPalette,
  operation: () => T,
): { readonly done: T; readonly changes: string } {
  const before = Array.from({ length: firstStyleColor + styleColors.length }, (_, index) =>
    palette.customColor(index),
  );
  const done = operation();
  const changes = before.flatMap((was, index) => {
    if (was === palette.customColor(index)) return [];
    const { color, value } = namedColor(index, palette);
    return formatHex(was ?? defaultColor(index)) === value ? [] : [`${color}=${value}`];
  });
  return { done, changes: changes.join(' ') };
}

/** 16 bits per channel, as in replies of xterm. */
const formatXtermRgb = (color: RgbTuple) =>
  `rgb:${color.map((channel) => hexByte(channel).repeat(2)).join('/')}`;

const hexByte = (channel: number) => channel.toString(16).padStart(2, '0');
