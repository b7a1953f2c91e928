/** Methods that read the screen as cells, text, scrollback or a picture. Cells have all colors as RGB. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { type Screenshot, takeScreenshot } from '#rendering/screenshot.ts';
import { Theme } from '#rendering/theme.ts';
import type { Session } from '#session/session.ts';
import type { Cell } from '#terminal/cells.ts';
import { parseHex, specialColors, type TerminalPalette } from '#terminal/palette.ts';
import { mostRows, readScreenText, readScrollback, takeSnapshot } from '#terminal/screenReader.ts';
import {
  Cursor,
  method,
  RegionParam,
  Rgb,
  sessionParams,
  toArea,
  toCursor,
  toRgb,
  withDefault,
} from './method.ts';
import type { WrighttyServerContext } from './serverContext.ts';

const GridCell = z.object({
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

const Grid = z.object({
  rows: z.int(),
  cols: z.int(),
  cursor: Cursor,
  cells: z.array(z.array(GridCell)),
  alternateScreen: z.boolean(),
});

function getGrid({ screen, redaction }: Session, region: RegionParam): z.input<typeof Grid> {
  const { rows, cols } = screen.size;
  const area = toArea(region);
  const requested = area ? area.rows * area.cols : rows * cols;
  if (requested > limits.gridCells)
    raise(
      fault.Invalid({
        path: 'region',
        reason: `more than ${limits.gridCells} cells; request a smaller region`,
      }),
    );
  const { cells } = takeSnapshot(screen, { redaction, cells: 'full', region: area });
  return {
    rows,
    cols,
    cursor: toCursor(screen),
    cells: (cells as Cell[][]).map((row) => row.map((cell) => formatCell(cell, screen.palette))),
    alternateScreen: screen.alternateScreen,
  };
}

type CellColor = Cell['fg'];

const resolveColor = (color: CellColor | undefined, palette: TerminalPalette, otherwise: number) =>
  toRgb(typeof color === 'string' ? parseHex(color) : palette.color(color ?? otherwise));

const formatCell = (cell: Cell, palette: TerminalPalette): z.input<typeof GridCell> => ({
  char: cell.char,
  width: cell.width,
  fg: resolveColor(cell.fg, palette, specialColors.foreground),
  bg: resolveColor(cell.bg, palette, specialColors.background),
  attrs: {
    bold: cell.bold,
    italic: cell.italic,
    underline: cell.underline ?? 'none',
    underlineColor:
      cell.underline_color === undefined
        ? null
        : resolveColor(cell.underline_color, palette, specialColors.foreground),
    strikethrough: cell.strikethrough ?? false,
    dim: cell.faint,
    blink: cell.blink ?? false,
    reverse: cell.inverse,
    hidden: cell.invisible ?? false,
  },
  hyperlink: cell.link ?? null,
});

/** Parameters of a picture of the screen. */
const pictureParams = {
  theme: Theme.nullish(),
  font: z
    .object({ family: z.string().nullish(), size: z.number().min(4).max(96).nullish() })
    .nullish()
    .describe('A monospace font family. If the server does not have it, the built-in font is used.'),
};

interface PictureRequest extends Partial<z.output<z.ZodObject<typeof pictureParams>>> {
  readonly format: z.output<typeof ScreenshotFormat>;
  /** Default: the redaction of the session. */
  readonly redaction?: Redaction;
}

export async function renderPicture(
  { core, shipped }: WrighttyServerContext,
  session: Session,
  { format, theme, font, redaction = session.redaction }: PictureRequest,
): Promise<Pick<Screenshot, 'data' | 'width' | 'height'>> {
  const { screen } = session;
  const { rows, cols } = screen.size;
  if (format === 'text')
    return { data: readScreenText(screen, { redaction, trim: true }), width: cols, height: rows };
  if (format === 'json') {
    const grid = getGrid(session, null);
    return { data: JSON.stringify(shipped ? grid.cells : grid), width: cols, height: rows };
  }
  const face = { font: font?.family ?? undefined, anyFont: true, font_size: font?.size ?? 15 };
  const look = { theme: theme ?? ('dark' as const), cursor: true, scale: 1 };
  return takeScreenshot(screen, { format, ...face, ...look, redaction }, core.pngRenderer);
}

export const screenGetContents = method({
  name: 'Screen.getContents',
  summary: 'Return the cells of the screen with their colors.',
  needs: ['screen.read'],
  params: z.object({ ...sessionParams, region: RegionParam }),
  result: Grid,
  examples: [
    {
      title: 'one cell',
      send: { region: { top: 0, left: 0, bottom: 0, right: 0 } },
      reply: { rows: 24, cols: 80 },
    },
  ],
  handle: ({ world }, { sessionId, region }) => getGrid(world.session(sessionId), region),
});

export const screenGetText = method({
  name: 'Screen.getText',
  summary: 'Return the text of the screen without trailing blanks and trailing blank rows.',
  needs: ['screen.read'],
  params: z.object({
    ...sessionParams,
    region: RegionParam,
    trimTrailingWhitespace: withDefault(z.boolean(), true),
  }),
  result: z.object({ text: z.string() }),
  examples: [{ title: 'a prompt', send: {}, reply: { text: 'name?' } }],
  handle: ({ world }, { sessionId, region, trimTrailingWhitespace }) => {
    const { screen, redaction } = world.session(sessionId);
    return {
      text: readScreenText(screen, { redaction, region: toArea(region), trim: trimTrailingWhitespace }),
    };
  },
});

const Count = z.int().min(0).max(limits.maxScrollback).nullish();

export const screenGetScrollback = method({
  name: 'Screen.getScrollback',
  summary: 'Read rows of the scrollback: the given number, before the `offset` newest.',
  needs: ['screen.read'],
  params: z.object({ ...sessionParams, lines: Count, offset: Count }),
  result: z.object({
    lines: z.array(z.object({ text: z.string(), lineNumber: z.int().describe('-1 is the newest row.') })),
    totalScrollback: z.int(),
  }),
  examples: [
    { title: 'nothing has scrolled off', send: { lines: 10 }, reply: { lines: [], totalScrollback: 0 } },
  ],
  handle: ({ world }, { sessionId, lines, offset }) => {
    const { screen, redaction } = world.session(sessionId);
    const total = screen.scrollback.length;
    const end = Math.max(0, total - (offset ?? 0));
    const start = Math.max(0, end - (lines ?? 100), end - mostRows(screen));
    const read = readScrollback(screen, { start, count: end - start, redaction });
    const numbered = read.lines.map((text, at) => ({ text, lineNumber: start + at - total }));
    return { lines: world.shipped ? numbered.reverse() : numbered, totalScrollback: total };
  },
});

export const ScreenshotFormat = z.enum(['text', 'ansi', 'json', 'svg', 'png']);

export const screenScreenshot = method({
  name: 'Screen.screenshot',
  summary: 'Render a picture of the screen.',
  needs: ['screen.read'],
  throws: ['Busy', 'Unsupported'],
  params: z.object({
    ...sessionParams,
    format: withDefault(ScreenshotFormat, 'svg'),
    ...pictureParams,
  }),
  result: z.object({
    format: ScreenshotFormat,
    data: z.string().describe('Base64 for `png`.'),
    width: z.int().describe('In pixels for `svg` and `png`, otherwise columns.'),
    height: z.int().describe('In pixels for `svg` and `png`, otherwise rows.'),
  }),
  examples: [{ title: 'as text', send: { format: 'text' }, reply: { format: 'text', data: 'name?' } }],
  handle: async ({ world }, { sessionId, ...how }) => {
    const { data, width, height } = await renderPicture(world, world.session(sessionId), how);
    return { format: how.format, data, width, height };
  },
});
