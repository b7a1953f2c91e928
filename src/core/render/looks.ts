/** Cells as they look: colours resolved, attributes that only change colours applied, the cursor laid over them. */
import type { Cell } from '../screen/cells.ts';
import { special } from '../screen/palette.ts';
import { wantsRoom } from './glyph.ts';
import { inTurns } from './inTurns.ts';
import { between, type Color, type Colors, parsed } from './theme.ts';

export interface Look {
  readonly col: number;
  /** Empty where nothing is to be seen but the background. */
  readonly text: string;
  readonly columns: number;
  readonly fg: Color;
  readonly bg: Color;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: NonNullable<Cell['underline']> | null;
  readonly underlineColor: Color;
  readonly strikethrough: boolean;
  readonly overline: boolean;
  readonly link: string | undefined;
}

export interface Cursor {
  readonly row: number;
  readonly col: number;
  readonly shape: 'block' | 'underline' | 'bar';
}

export interface Page {
  readonly rows: readonly (readonly Look[])[];
  readonly cols: number;
  readonly background: Color;
  readonly cursor: (Cursor & { readonly columns: number; readonly color: Color }) | undefined;
}

export interface PageSource {
  readonly cells: readonly (readonly Cell[])[];
  readonly cols: number;
  readonly colors: Colors;
  /** Foreground and background of the whole screen have changed places. */
  readonly reversed: boolean;
  readonly cursor: Cursor | undefined;
}

export async function pageOf({ cells, cols, colors, reversed, cursor }: PageSource): Promise<Page> {
  const defaults = {
    fg: colors(reversed ? special.background : special.foreground),
    bg: colors(reversed ? special.foreground : special.background),
  };
  const rows = await inTurns(cells, (row) =>
    row.flatMap((cell, col) => lookOf(cell, col, defaults, colors) ?? []),
  );
  const on = cursor && cursorOn(rows, cursor, colors(special.cursor));
  for (const row of rows) giveRoom(row);
  return { rows, cols, background: defaults.bg, cursor: on };
}

type Defaults = Pick<Look, 'fg' | 'bg'>;

/** Nothing for the second column of a wide character. */
function lookOf(cell: Cell, col: number, defaults: Defaults, colors: Colors): Look | undefined {
  if (cell.width === 0) return undefined;
  const first = colorIn(cell.fg, defaults.fg, colors);
  const second = colorIn(cell.bg, defaults.bg, colors);
  const [plain, bg] = cell.inverse ? [second, first] : [first, second];
  const fg = cell.faint ? between(plain, bg) : plain;
  const shown = !cell.invisible;
  return {
    col,
    text: shown && !isBlank(cell.char) ? cell.char : '',
    columns: cell.width,
    fg,
    bg,
    bold: cell.bold,
    italic: cell.italic,
    underline: shown ? cell.underline : null,
    underlineColor: colorIn(cell.underline_color ?? null, fg, colors),
    strikethrough: shown && cell.strikethrough === true,
    overline: shown && cell.overline === true,
    link: cell.link,
  };
}

/** An emoji of one column reaches over a blank beside it that looks like its own ground, as on most terminals. */
function giveRoom(row: Look[]): void {
  for (const [at, look] of row.entries()) {
    const next = row[at + 1];
    if (!next || !wantsRoom(look) || hasLine(look) || hasLine(next)) continue;
    if (next.text === '' && next.columns === 1 && next.bg === look.bg) row[at] = { ...look, columns: 2 };
  }
}

const hasLine = ({ underline, strikethrough, overline }: Look): boolean =>
  underline !== null || strikethrough || overline;

const colorIn = (color: Cell['fg'], otherwise: Color, colors: Colors): Color =>
  color === null ? otherwise : typeof color === 'number' ? colors(color) : parsed(color);

const isBlank = (char: string): boolean => char === ' ' || char === '\u00a0' || char === '\u3000';

/** A block has what it covers in the colour of the background: the cell itself is changed. It covers a wide character whole. */
function cursorOn(rows: Look[][], cursor: Cursor, color: Color): Page['cursor'] {
  const row = rows[cursor.row] ?? [];
  const at = row.findLastIndex((look) => look.col <= cursor.col);
  const look = row[at];
  if (!look || look.col + look.columns <= cursor.col) return undefined;
  if (cursor.shape === 'block') row[at] = { ...look, fg: look.bg, bg: color, underlineColor: look.bg };
  return { ...cursor, col: look.col, columns: look.columns, color };
}
