/**
 * The cells of a screen as they look: colours resolved, attributes that only change colours applied, the cursor
 * included.
 */
import { limits } from '#limits.ts';
import { nextTurn } from '#platform/eventLoop.ts';
import type { Cell } from '#terminal/cells.ts';
import { specialColors } from '#terminal/palette.ts';
import { mayOverflow } from './glyph.ts';
import { mixColors, type PackedColor, parseHexColor, type ResolveColor } from './theme.ts';

/**
 * Maps rows in slices of some thousand cells, and yields to other sessions between them: a large screen takes 100 ms.
 * A screen of the usual size is one slice.
 */
export async function mapInSlices<Row extends { readonly length: number }, Made>(
  rows: readonly Row[],
  make: (row: Row, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  let cells = 0;
  for (const [index, row] of rows.entries()) {
    made.push(make(row, index));
    cells += row.length;
    if (cells < limits.screenshotSliceCells) continue;
    cells = 0;
    await nextTurn();
  }
  return made;
}

/** A cell as it looks. */
export interface RenderedCell {
  readonly col: number;
  /** Empty if only the background is visible. */
  readonly text: string;
  readonly columns: number;
  readonly fg: PackedColor;
  readonly bg: PackedColor;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: NonNullable<Cell['underline']> | null;
  readonly underlineColor: PackedColor;
  readonly strikethrough: boolean;
  readonly overline: boolean;
  readonly link: string | undefined;
}

interface PageCursor {
  readonly row: number;
  readonly col: number;
  readonly shape: 'block' | 'underline' | 'bar';
}

export interface RenderedPage {
  readonly rows: readonly (readonly RenderedCell[])[];
  readonly cols: number;
  readonly background: PackedColor;
  readonly cursor: (PageCursor & { readonly columns: number; readonly color: PackedColor }) | undefined;
}

interface PageSource {
  readonly cells: readonly (readonly Cell[])[];
  readonly cols: number;
  readonly colors: ResolveColor;
  /** Default foreground and background are swapped (DECSCNM). */
  readonly reversed: boolean;
  readonly cursor: PageCursor | undefined;
}

export async function renderPage({
  cells,
  cols,
  colors,
  reversed,
  cursor,
}: PageSource): Promise<RenderedPage> {
  const defaults = {
    fg: colors(reversed ? specialColors.background : specialColors.foreground),
    bg: colors(reversed ? specialColors.foreground : specialColors.background),
  };
  const rows = await mapInSlices(cells, (row) =>
    row.flatMap((cell, col) => renderCell(cell, col, defaults, colors) ?? []),
  );
  const on = cursor && placeCursor(rows, cursor, colors(specialColors.cursor));
  for (const row of rows) widenEmoji(row);
  return { rows, cols, background: defaults.bg, cursor: on };
}

type CellColors = Pick<RenderedCell, 'fg' | 'bg'>;

/** Returns undefined for the second column of a wide character. */
function renderCell(
  cell: Cell,
  col: number,
  defaults: CellColors,
  colors: ResolveColor,
): RenderedCell | undefined {
  if (cell.width === 0) return undefined;
  const first = resolveColor(cell.fg, defaults.fg, colors);
  const second = resolveColor(cell.bg, defaults.bg, colors);
  const [plain, bg] = cell.inverse ? [second, first] : [first, second];
  const fg = cell.faint ? mixColors(plain, bg) : plain;
  const visible = !cell.invisible;
  return {
    col,
    text: visible && !isBlankText(cell.char) ? cell.char : '',
    columns: cell.width,
    fg,
    bg,
    bold: cell.bold,
    italic: cell.italic,
    underline: visible ? cell.underline : null,
    underlineColor: resolveColor(cell.underline_color ?? null, fg, colors),
    strikethrough: visible && cell.strikethrough === true,
    overline: visible && cell.overline === true,
    link: cell.link,
  };
}

/** An emoji of one column overflows into a blank next to it with the same background, as in most terminals. */
function widenEmoji(row: RenderedCell[]): void {
  for (const [at, cell] of row.entries()) {
    const next = row[at + 1];
    if (!next || !mayOverflow(cell) || hasDecoration(cell) || hasDecoration(next)) continue;
    if (next.text === '' && next.columns === 1 && next.bg === cell.bg) row[at] = { ...cell, columns: 2 };
  }
}

const hasDecoration = ({ underline, strikethrough, overline }: RenderedCell): boolean =>
  underline !== null || strikethrough || overline;

const resolveColor = (color: Cell['fg'], otherwise: PackedColor, colors: ResolveColor): PackedColor =>
  color === null ? otherwise : typeof color === 'number' ? colors(color) : parseHexColor(color);

const isBlankText = (char: string): boolean => char === ' ' || char === '\u00a0' || char === '\u3000';

/**
 * Places the cursor; it covers a wide character whole. A block cursor inverts its cell: the character gets the colour
 * of the background.
 */
function placeCursor(rows: RenderedCell[][], cursor: PageCursor, color: PackedColor): RenderedPage['cursor'] {
  const row = rows[cursor.row] ?? [];
  const at = row.findLastIndex((cell) => cell.col <= cursor.col);
  const cell = row[at];
  if (!cell || cell.col + cell.columns <= cursor.col) return undefined;
  if (cursor.shape === 'block') row[at] = { ...cell, fg: cell.bg, bg: color, underlineColor: cell.bg };
  return { ...cursor, col: cell.col, columns: cell.columns, color };
}
