/** A screen, small: drawn from a snapshot onto a canvas, in the colours and the font of the large one. */
import { runsOf, type StyledRun } from '../../client/runs.ts';
import { scheme } from '../scheme.ts';
import { type Colors, colorOf, lookOf, type Made } from '../terminal/colors.ts';
import { readable } from '../terminal/contrast.ts';
import { fontWidth, terminalFont } from '../terminal/fonts.ts';

export type Snapshot = Parameters<typeof runsOf>[0];

/** Of a cell, in em. */
const cellHeight = 1.18;
const shape = { width: 16, height: 10 } as const;
/** Of letters this small nobody reads each, but whether there are any. */
const leastContrast = 3;
/** Lines, blocks and shades, and pieces of status lines: these are drawn with, and have the colour that they have. */
const drawing = /^[\s\u2500-\u259f\ue0a0-\ue0d6]*$/;

export interface How {
  readonly made: Made;
  /** Nothing is written at the cursor any more. */
  readonly ended: boolean;
  readonly reversed: boolean;
}

export function drawThumbnail(
  canvas: HTMLCanvasElement,
  shown: Snapshot,
  { made, ended, reversed }: How,
): void {
  const context = canvas.getContext('2d', { alpha: false });
  const width = Math.round(canvas.clientWidth * devicePixelRatio);
  if (!context || width === 0) return;
  const height = Math.round((width * shape.height) / shape.width);
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const look = lookOf(scheme(), made, reversed);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = look.ground;
  context.fillRect(0, 0, width, height);
  const { rows, cols } = shown.size;
  const margin = Math.round(width * 0.02);
  const em = Math.min((width - 2 * margin) / (cols * fontWidth), (height - 2 * margin) / (rows * cellHeight));
  context.setTransform(1, 0, 0, 1, margin, margin);
  const cell = { width: em * fontWidth, height: em * cellHeight };
  context.textBaseline = 'alphabetic';
  for (const [row, runs] of runsOf(shown).entries())
    for (const run of runs) drawRun(context, run, row, { cell, em, look, made });
  if (shown.cursor.visible && !ended) drawCursor(context, shown.cursor, cell, look);
}

interface Cell {
  readonly width: number;
  readonly height: number;
}

interface Drawing {
  readonly cell: Cell;
  /** The size of letters. */
  readonly em: number;
  readonly look: Colors;
  readonly made: Made;
}

function drawRun(
  context: CanvasRenderingContext2D,
  { col, width, text, style }: StyledRun,
  row: number,
  { cell, em, look, made }: Drawing,
): void {
  const ink = colorOf(style.fg, look, made) ?? look.ink;
  const ground = colorOf(style.bg, look, made);
  const [front, back] = style.inverse ? [ground ?? look.ground, ink] : [ink, ground];
  const x = col * cell.width;
  const y = row * cell.height;
  if (back) {
    context.fillStyle = back;
    context.fillRect(x, y, width * cell.width + 0.5, cell.height + 0.5);
  }
  if (style.invisible || text.trim() === '') return;
  context.globalAlpha = style.faint ? 0.6 : 1;
  context.fillStyle = drawing.test(text) ? front : readable(front, back ?? look.ground, leastContrast);
  context.font = `${style.italic ? 'italic ' : ''}${style.bold ? 'bold ' : ''}${em}px ${terminalFont}`;
  context.fillText(text, x, y + cell.height * 0.8, width * cell.width + 1);
  context.globalAlpha = 1;
}

function drawCursor(
  context: CanvasRenderingContext2D,
  { row, col }: { readonly row: number; readonly col: number },
  cell: Cell,
  { cursor }: Colors,
): void {
  context.fillStyle = cursor;
  context.fillRect(col * cell.width, row * cell.height, Math.max(2, cell.width), cell.height);
}
