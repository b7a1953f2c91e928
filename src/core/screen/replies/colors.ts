/**
 * OSC 4, 5 and 10 to 19 set colours and ask for them, 104, 105 and 110 to 119 take them back; CSI # P, Q and R keep all
 * of them, bring them back, and ask what is kept. A full reset takes all back.
 */
import { limits } from '../../limits.ts';
import { readColor } from '../colorSpec.ts';
import type { TellEvent } from '../events.ts';
import {
  defaultColor,
  dynamicColors,
  hexOf,
  nameOf,
  type Palette,
  type Rgb,
  special,
  styleColors,
} from '../palette.ts';
import { onOsc } from '../strings.ts';
import type { Emulator } from '../xterm.ts';
import type { Outbox } from './outbox.ts';

export function answerColors(emulator: Emulator, palette: Palette, outbox: Outbox, tell: TellEvent): void {
  const on = (number: number, handle: (parts: readonly string[]) => void) =>
    onOsc(emulator, number, { keep: limits.colorChars, cut: false }, (text) => handle(text.split(';')));
  const obey = (index: number, spec: string | undefined) => {
    const color = readColor(spec ?? '');
    if (spec === '?') outbox.add(`\x1b]${subject(index)};${spell(palette.color(index))}\x1b\\`);
    if (!color) return;
    palette.set(index, color);
    tell('palette', changed(index, palette, 'set'));
  };
  const restore = (index: number) => {
    palette.restore(index);
    tell('palette', changed(index, palette, 'reset'));
  };
  const restoreAll = (first: number, count: number) => {
    const { changes } = comparing(palette, () => palette.restoreAll(first, count));
    tell('palette', manyChanged('reset', changes));
  };
  on(4, (parts) => pairs(parts, indexed, obey));
  on(5, (parts) => pairs(parts, styled, obey));
  on(104, (parts) => (parts[0] ? each(parts, indexed, restore) : restoreAll(0, 256)));
  on(105, (parts) => (parts[0] ? each(parts, styled, restore) : restoreAll(styles, styleColors.length)));
  for (const at of dynamicColors.keys()) {
    on(10 + at, (specs) => {
      for (const [offset, spec] of specs.slice(0, dynamicColors.length - at).entries())
        obey(special.foreground + at + offset, spec);
    });
    on(110 + at, () => restore(special.foreground + at));
  }
  emulator.input.onRequestReset(() => {
    if (!palette.isSet) return palette.reset();
    const { changes } = comparing(palette, () => palette.reset());
    if (changes !== '') tell('palette', manyChanged('reset', changes));
  });
  keepColors(emulator, palette, outbox, tell);
}

function keepColors({ parser }: Emulator, palette: Palette, outbox: Outbox, tell: TellEvent): void {
  const { stack } = palette;
  const on = (final: string, handle: (slot: number) => void) =>
    parser.registerCsiHandler({ intermediates: '#', final }, ({ params }) => {
      handle(params[0]!);
      return true;
    });
  on('P', (slot) => {
    if (stack.push(slot)) tell('palette', manyChanged('push'));
  });
  on('Q', (slot) => {
    const { done, changes } = comparing(palette, () => stack.pop(slot));
    if (done) tell('palette', manyChanged('pop', changes));
  });
  on('R', () => outbox.add(`\x1b[${stack.used};${stack.last}#Q`));
}

/** Where the colours of styles begin. */
const styles = special.foreground + dynamicColors.length;

type Place = (number: string | undefined) => number | undefined;

/** Behind the 256 colours OSC 4 goes on with those of styles. */
const indexed: Place = (number) => {
  const index = wholeBelow(number, 256 + styleColors.length);
  return index === undefined || index < 256 ? index : index - 256 + styles;
};

const styled: Place = (number) => {
  const index = wholeBelow(number, styleColors.length);
  return index === undefined ? undefined : styles + index;
};

const wholeBelow = (number = '', most = 0): number | undefined =>
  /^\d{1,3}$/.test(number) && Number(number) < most ? Number(number) : undefined;

function pairs(parts: readonly string[], place: Place, deed: (index: number, spec?: string) => void): void {
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const index = place(parts[at]);
    if (index !== undefined) deed(index, parts[at + 1]);
  }
}

const each = (parts: readonly string[], place: Place, deed: (index: number) => void): void =>
  pairs(
    parts.flatMap((part) => [part, '']),
    place,
    deed,
  );

type Cause = 'set' | 'reset' | 'push' | 'pop';

/** What of the palette has another colour now. */
const changed = (index: number, palette: Palette, cause: Cause) => ({ ...one(index, palette), cause });

const one = (index: number, palette: Palette) => ({
  color: nameOf(index),
  value: hexOf(palette.color(index)),
});

/** Many have at once, or none: those that have, as `name=#rrggbb` with blanks between them. */
const manyChanged = (cause: Cause, changes = '') => ({ color: null, value: null, cause, changes });

/** What a deed gave, and which colours it changed. A colour that stays is the very same one. */
function comparing<T>(palette: Palette, deed: () => T): { readonly done: T; readonly changes: string } {
  const before = Array.from({ length: styles + styleColors.length }, (_, index) => palette.changed(index));
  const done = deed();
  const changes = before.flatMap((was, index) => {
    if (was === palette.changed(index)) return [];
    const { color, value } = one(index, palette);
    return hexOf(was ?? defaultColor(index)) === value ? [] : [`${color}=${value}`];
  });
  return { done, changes: changes.join(' ') };
}

const subject = (index: number): string => {
  if (index < 256) return `4;${index}`;
  return index < styles ? `${10 + index - special.foreground}` : `5;${index - styles}`;
};

/** Sixteen bits for each channel, as xterm tells them. */
const spell = (color: Rgb) => `rgb:${color.map((channel) => hex(channel).repeat(2)).join('/')}`;

const hex = (channel: number) => channel.toString(16).padStart(2, '0');
