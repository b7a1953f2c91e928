/** A screen as termwright tells it in JSON: an object for each cell, by row. */
import type { Cell } from '../../core/screen/cells.ts';
import { masked } from '../../core/screen/masked.ts';
import { takeSnapshot } from '../../core/screen/snapshot.ts';
import type { Session } from '../../core/session/session.ts';
import { z } from '../../platform/schema.ts';
import { Place } from './shapes.ts';

const Color = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('default') }),
    z.object({ type: z.literal('indexed'), value: z.int() }),
    z.object({ type: z.literal('rgb'), r: z.int(), g: z.int(), b: z.int() }),
  ])
  .meta({ id: 'Color' });

const ToldCell = z
  .object({
    char: z.string().describe('With its combining marks; empty in the second column of a wide character.'),
    fg: Color,
    bg: Color,
    bold: z.boolean(),
    italic: z.boolean(),
    underline: z.boolean(),
    inverse: z.boolean(),
  })
  .meta({ id: 'Cell' });

const head = { size: z.object({ cols: z.int(), rows: z.int() }), cursor: Place };

export const Cells = z.object({ ...head, cells: z.array(z.array(ToldCell)) }).meta({ id: 'Screen' });
export const Lines = z.object({ ...head, lines: z.array(z.string()) }).meta({ id: 'CompactScreen' });

/** Every row, blank ones at the end too: the number of a line is its row. */
export const linesOf = ({ screen, redaction }: Session): string[] => [...masked(screen, redaction).texts];

export const headOf = ({ screen: { size, cursor } }: Session) => ({
  size: { cols: size.cols, rows: size.rows },
  cursor: { row: cursor.row, col: cursor.col },
});

/** Each cell of the screen as the core tells it, made into something else. */
export function eachCell<Told>({ screen, redaction }: Session, told: (cell: Cell) => Told): Told[][] {
  const { cells } = takeSnapshot(screen, { redaction, cells: 'full' });
  return (cells as Cell[][]).map((row) => row.map(told));
}

export const cellOf = ({ char, fg, bg, bold, italic, underline, inverse }: Cell) => ({
  char,
  fg: colorOf(fg),
  bg: colorOf(bg),
  bold,
  italic,
  underline: underline !== null,
  inverse,
});

function colorOf(color: Cell['fg']): z.input<typeof Color> {
  if (color === null) return { type: 'default' };
  if (typeof color === 'number') return { type: 'indexed', value: color };
  const [r, g, b] = rgbOf(color);
  return { type: 'rgb', r, g, b };
}

export function rgbOf(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}
