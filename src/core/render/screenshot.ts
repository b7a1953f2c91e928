/** A screen as a picture, in one of five forms. Whatever is hidden from a snapshot is hidden from every one of them. */
import { z } from '../../platform/schema.ts';
import { fault, raise } from '../faults.ts';
import type { Layers } from '../layer/layers.ts';
import { bareView, layeredView, type View } from '../layer/view.ts';
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Screen } from '../screen/screen.ts';
import { Region } from '../screen/snapshot.ts';
import { ansiOf } from './ansi.ts';
import { faceOf } from './face.ts';
import { type Page, pageOf } from './looks.ts';
import { metricsFor } from './metrics.ts';
import { mosaicOf } from './mosaic.ts';
import type { Painter } from './painter.ts';
import { svgOf } from './svg.ts';
import { colorsOf, Theme } from './theme.ts';

export const Look = {
  format: z
    .enum(['text', 'ansi', 'json', 'svg', 'png'])
    .default('png')
    .describe('`ansi`: text with escape sequences; `json`: a snapshot with its cells as runs.'),
  font_size: z
    .number()
    .min(4)
    .max(96)
    .default(15)
    .describe(
      'In pixels; the width and the height of a cell are rounded to whole ones. For `svg` and `png`.',
    ),
  font: z
    .string()
    .min(1)
    .max(limits.nameChars)
    .optional()
    .describe(
      'The family of a font that the server has for this, all of whose characters have one width, for `svg` and `png`; the answer to one that it does not have tells which it has. Otherwise DejaVu Sans Mono, which every server has.',
    ),
  theme: Theme.default('dark').describe('Colours, for `svg` and `png`.'),
  cursor: z
    .boolean()
    .default(true)
    .describe('Whether the cursor is drawn where it is to be seen, for `svg` and `png`.'),
  region: Region.optional().describe('Only this part of the screen.'),
  scale: z
    .number()
    .min(0.25)
    .max(8)
    .default(1)
    .describe('Pixels of a `png` for each of the `svg`: 2 for a screen of high density.'),
};

export const Screenshot = z
  .object({
    format: z.enum(['text', 'ansi', 'json', 'svg', 'png']),
    mime: z.string(),
    data: z.string().describe('Text, or base64 for `png`.'),
    width: z.int().describe('In pixels for `svg` and `png`, otherwise columns.'),
    height: z.int().describe('In pixels for `svg` and `png`, otherwise rows.'),
    sequence: z.int().describe('Of the screen that it shows.'),
  })
  .meta({ id: 'Screenshot', description: 'A picture of a screen at one moment.' });

export type Screenshot = z.infer<typeof Screenshot>;

const options = z.object(Look);
export type ScreenshotOptions = z.infer<typeof options> & {
  readonly redaction: Redaction;
  /** What is laid over the screen, if that is to be seen too. */
  readonly layers?: Layers | undefined;
  /** Whether a font that is not there is passed over. */
  readonly anyFont?: boolean;
  /** What a drawn picture is as large as, cut off or with blanks at its right and below; otherwise the part of the screen. */
  readonly canvas?: { readonly rows: number; readonly cols: number };
};

export type Format = ScreenshotOptions['format'];

/** The screen is read before this returns: what changes afterwards is not in the picture. */
export async function takeScreenshot(
  screen: Screen,
  how: ScreenshotOptions,
  painter: Painter,
): Promise<Screenshot> {
  const { layers, redaction } = how;
  const view = layers ? layeredView({ screen, layers }, redaction) : bareView(screen, redaction);
  const { sequence } = view;
  const isDrawn = how.format === 'svg' || how.format === 'png';
  const drawn = isDrawn ? draw(screen, view, how, painter) : tell(view, how);
  const { data, ...picture } = await drawn;
  if (data.length > limits.screenshotBytes)
    raise(tooLarge('format', 'characters', data.length, 'screenshotBytes'));
  return { format: how.format, mime: mimes[how.format], data, ...picture, sequence };
}

const mimes: Readonly<Record<Format, string>> = {
  text: 'text/plain',
  ansi: 'text/plain',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
};

type Picture = Pick<Screenshot, 'data' | 'width' | 'height'>;

function tell(view: View, { format, region }: ScreenshotOptions): Picture {
  const [width, height] = extent(view, region);
  if (format === 'ansi') {
    const rows = view.runs(region);
    return { data: ansiOf(rows.map((row) => fromFirst(row, region))), width, height };
  }
  const snapshot = view.snapshot(format === 'json' ? 'runs' : 'none', region);
  return { data: format === 'json' ? JSON.stringify(snapshot) : snapshot.plain_text, width, height };
}

/** Columns of a part count from its first. */
const fromFirst = <Run extends { readonly col: number }>(
  runs: readonly Run[],
  region: Region | undefined,
): Run[] => runs.map((run) => ({ ...run, col: run.col - (region?.col ?? 0) }));

function extent({ size }: View, region: Region | undefined): [cols: number, rows: number] {
  if (!region) return [size.cols, size.rows];
  return [
    Math.max(0, Math.min(region.cols, size.cols - region.col)),
    Math.max(0, Math.min(region.rows, size.rows - region.row)),
  ];
}

async function draw(screen: Screen, view: View, how: ScreenshotOptions, painter: Painter): Promise<Picture> {
  const { canvas, region = canvas && { row: 0, col: 0, ...canvas } } = how;
  const [cols, rows] = canvas ? [canvas.cols, canvas.rows] : extent(view, region);
  if (cols === 0 || rows === 0)
    raise(
      fault.Invalid({
        path: 'region',
        reason: 'it is off the screen, and a picture of nothing cannot be drawn',
      }),
    );
  const read = pageIn(screen, view, { ...how, region }, cols);
  const face = await faceOf(how.font, how.anyFont ?? false);
  const metrics = metricsFor(how.font_size, how.format === 'png' ? how.scale : 1, face);
  const [width, height] = [cols * metrics.width, rows * metrics.height];
  if (width * height > limits.screenshotPixels)
    raise(tooLarge(how.scale > 1 ? 'scale' : 'font_size', 'pixels', width * height, 'screenshotPixels'));
  const page = withRows(await read, rows);
  if (how.format === 'svg') return { data: await svgOf(page, metrics), width, height };
  const png = await painter.png(await mosaicOf(page, metrics));
  return { data: Buffer.from(png).toString('base64'), width, height };
}

/** Blank ones below, where there are fewer. */
export const withRows = (page: Page, rows: number): Page => ({
  ...page,
  rows: Array.from({ length: rows }, (_, row) => page.rows[row] ?? []),
});

type PageOptions = Pick<ScreenshotOptions, 'region' | 'theme' | 'cursor'>;

export const readPage = (
  screen: Screen,
  { redaction, ...how }: PageOptions & Pick<ScreenshotOptions, 'redaction'>,
  cols: number,
): Promise<Page> => pageIn(screen, bareView(screen, redaction), how, cols);

function pageIn(
  screen: Screen,
  view: View,
  { region, theme, cursor }: PageOptions,
  cols: number,
): Promise<Page> {
  const at = view.cursor;
  const on = {
    row: at.row - (region?.row ?? 0),
    col: at.col - (region?.col ?? 0),
    shape: screen.cursorShape,
  };
  return pageOf({
    cells: view.cells(region),
    cols,
    colors: colorsOf(theme, screen.palette),
    reversed: screen.modes.reverseScreen,
    cursor: cursor && at.visible ? on : undefined,
  });
}

const tooLarge = (path: string, what: string, size: number, limit: 'screenshotPixels' | 'screenshotBytes') =>
  fault.Invalid({
    path,
    reason: `the picture would have ${size} ${what}: more than ${limit}`,
    expected: `at most ${limits[limit]} ${what}`,
    got: `${size}`,
  });
