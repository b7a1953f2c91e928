/** The words that layers are written in: text with a look, in the order in which it is read, or at a place. */
import type { Cell, Style } from '../screen/cells.ts';

/** How text of a layer looks. A link would lead people elsewhere, and hidden text is no use to them. */
export type TextLook = Omit<Style, 'link' | 'invisible'>;

/** A line feed ends a row. Other control characters are left out, but for tabs. */
export interface Span extends TextLook {
  /** What it can be changed by; chosen by whoever writes it. */
  readonly id?: string | undefined;
  readonly text: string;
}

/** Text at a place of the layer, over its spans. A line feed goes on in the next row, at the same column. */
export interface Write extends TextLook {
  readonly row: number;
  readonly col: number;
  readonly text: string;
}

export type Color = NonNullable<Style['fg']>;

/** The first colours of the palette by name, in its order; the same again, brighter, are eight further. */
export const colorNames = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

const always = ['fg', 'bg', 'bold', 'faint', 'italic', 'inverse', 'underline'] as const;
const rarely = ['blink', 'strikethrough', 'overline', 'underline_color'] as const;
const lookNames = [...always, ...rarely, 'invisible', 'link'] as const;

export function cellOf(char: string, width: 0 | 1 | 2, look: TextLook): Cell {
  const cell: Cell = {
    char,
    width,
    fg: look.fg ?? null,
    bg: look.bg ?? null,
    bold: look.bold === true,
    faint: look.faint === true,
    italic: look.italic === true,
    inverse: look.inverse === true,
    underline: look.underline ?? null,
  };
  for (const name of rarely) if (isSet(look[name])) Object.assign(cell, { [name]: look[name] });
  return cell;
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

/** The look of a cell, with only what is set. */
export function lookOf(cell: Cell): Style {
  const look: Style = {};
  for (const name of lookNames) if (isSet(cell[name])) Object.assign(look, { [name]: cell[name] });
  return look;
}

export const looksAlike = (a: Cell, b: Cell): boolean => lookNames.every((name) => a[name] === b[name]);

export const isPlain = (cell: Cell): boolean => !lookNames.some((name) => isSet(cell[name]));
