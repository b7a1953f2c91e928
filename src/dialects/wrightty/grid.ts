/** The screen cell by cell, with every colour as red, green and blue. */
import { fault, raise } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import type { Cell } from '../../core/screen/cells.ts';
import { type Palette, rgbOf, special } from '../../core/screen/palette.ts';
import { takeSnapshot } from '../../core/screen/snapshot.ts';
import type { Session } from '../../core/session/session.ts';
import { z } from '../../platform/schema.ts';
import { areaOf, Cursor, cursorOf, type Region, Rgb, toRgb } from './shapes.ts';

const ToldCell = z.object({
  char: z.string(),
  width: z.int().min(0).max(2),
  fg: Rgb,
  bg: Rgb,
  attrs: z.object({
    bold: z.boolean(),
    italic: z.boolean(),
    underline: z.enum(['none', 'single', 'double', 'curly', 'dotted', 'dashed']),
    underlineColor: Rgb.nullable(),
    strikethrough: z.boolean(),
    dim: z.boolean(),
    blink: z.boolean(),
    reverse: z.boolean(),
    hidden: z.boolean(),
  }),
  hyperlink: z.string().nullable(),
});

export const Grid = z.object({
  rows: z.int(),
  cols: z.int(),
  cursor: Cursor,
  cells: z.array(z.array(ToldCell)),
  alternateScreen: z.boolean(),
});

export function gridOf({ screen, redaction }: Session, region: Region): z.input<typeof Grid> {
  const { rows, cols } = screen.size;
  const area = areaOf(region);
  const asked = area ? area.rows * area.cols : rows * cols;
  if (asked > limits.gridCells)
    raise(fault.Invalid({ path: 'region', reason: `more than ${limits.gridCells} cells: ask for a part` }));
  const { cells } = takeSnapshot(screen, { redaction, cells: 'full', region: area });
  return {
    rows,
    cols,
    cursor: cursorOf(screen),
    cells: (cells as Cell[][]).map((row) => row.map((cell) => tell(cell, screen.palette))),
    alternateScreen: screen.alternateScreen,
  };
}

type Color = Cell['fg'];

const resolve = (color: Color | undefined, palette: Palette, otherwise: number) =>
  toRgb(typeof color === 'string' ? rgbOf(color) : palette.color(color ?? otherwise));

const tell = (cell: Cell, palette: Palette): z.input<typeof ToldCell> => ({
  char: cell.char,
  width: cell.width,
  fg: resolve(cell.fg, palette, special.foreground),
  bg: resolve(cell.bg, palette, special.background),
  attrs: {
    bold: cell.bold,
    italic: cell.italic,
    underline: cell.underline ?? 'none',
    underlineColor:
      cell.underline_color === undefined ? null : resolve(cell.underline_color, palette, special.foreground),
    strikethrough: cell.strikethrough ?? false,
    dim: cell.faint,
    blink: cell.blink ?? false,
    reverse: cell.inverse,
    hidden: cell.invisible ?? false,
  },
  hyperlink: cell.link ?? null,
});
