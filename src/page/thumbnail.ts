/** Draws a snapshot as a small picture on a canvas, with the colors and fonts of the large terminal. */
import { runsOf, type StyledRun } from '#client/styledRuns.ts';
import {
  type ColorOverrides,
  ensureContrast,
  resolveColor,
  resolveColors,
  type TerminalColors,
} from './colors.ts';
import { cellWidthEm, terminalFontFamily } from './fonts.ts';
import { currentScheme } from './scheme.ts';

export type ThumbnailSnapshot = Parameters<typeof runsOf>[0];

/** The height of a cell, in em. */
const cellHeightEm = 1.18;
const aspectRatio = { width: 16, height: 10 } as const;
/** Lower than for readable text: letters this small only have to be visible. */
const minContrast = 3;
/** Lines, blocks, shades and symbols of status lines keep their exact color. */
const drawingCharacters = /^[\s\u2500-\u259f\ue0a0-\ue0d6]*$/;

export interface ThumbnailStyle {
  readonly colorOverrides: ColorOverrides;
  /** The program has ended, so no cursor is drawn. */
  readonly ended: boolean;
  readonly reversed: boolean;
}

export function drawThumbnail(
  canvas: HTMLCanvasElement,
  snapshot: ThumbnailSnapshot,
  { colorOverrides, ended, reversed }: ThumbnailStyle,
): void {
  const context = canvas.getContext('2d', { alpha: false });
  const width = Math.round(canvas.clientWidth * devicePixelRatio);
  if (!context || width === 0) return;
  const height = Math.round((width * aspectRatio.height) / aspectRatio.width);
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const colors = resolveColors(currentScheme(), colorOverrides, reversed);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = colors.background;
  context.fillRect(0, 0, width, height);
  const { rows, cols } = snapshot.size;
  const margin = Math.round(width * 0.02);
  const em = Math.min(
    (width - 2 * margin) / (cols * cellWidthEm),
    (height - 2 * margin) / (rows * cellHeightEm),
  );
  context.setTransform(1, 0, 0, 1, margin, margin);
  const cell = { width: em * cellWidthEm, height: em * cellHeightEm };
  context.textBaseline = 'alphabetic';
  for (const [row, runs] of runsOf(snapshot).entries())
    for (const run of runs) drawRun(context, run, row, { cell, em, colors, colorOverrides });
  if (snapshot.cursor.visible && !ended) drawCursor(context, snapshot.cursor, cell, colors);
}

interface CellSize {
  readonly width: number;
  readonly height: number;
}

interface DrawContext {
  readonly cell: CellSize;
  /** The font size, in pixels. */
  readonly em: number;
  readonly colors: TerminalColors;
  readonly colorOverrides: ColorOverrides;
}

function drawRun(
  context: CanvasRenderingContext2D,
  { col, width, text, style }: StyledRun,
  row: number,
  { cell, em, colors, colorOverrides }: DrawContext,
): void {
  const ink = resolveColor(style.fg, colors, colorOverrides) ?? colors.foreground;
  const ground = resolveColor(style.bg, colors, colorOverrides);
  const [front, back] = style.inverse ? [ground ?? colors.background, ink] : [ink, ground];
  const x = col * cell.width;
  const y = row * cell.height;
  if (back) {
    // On whole pixels: two edges that share a pixel would let the ground show through.
    const [left, top] = [Math.round(x), Math.round(y)];
    const [right, bottom] = [Math.round((col + width) * cell.width), Math.round((row + 1) * cell.height)];
    context.fillStyle = back;
    context.fillRect(left, top, right - left, bottom - top);
  }
  if (style.invisible || text.trim() === '') return;
  context.globalAlpha = style.faint ? 0.6 : 1;
  context.fillStyle = drawingCharacters.test(text)
    ? front
    : ensureContrast(front, back ?? colors.background, minContrast);
  context.font = `${style.italic ? 'italic ' : ''}${style.bold ? 'bold ' : ''}${em}px ${terminalFontFamily}`;
  context.fillText(text, x, y + cell.height * 0.8, width * cell.width + 1);
  context.globalAlpha = 1;
}

function drawCursor(
  context: CanvasRenderingContext2D,
  { row, col }: { readonly row: number; readonly col: number },
  cell: CellSize,
  { cursor }: TerminalColors,
): void {
  context.fillStyle = cursor;
  context.fillRect(col * cell.width, row * cell.height, Math.max(2, cell.width), cell.height);
}
