/** Takes a screenshot in one of five formats. All formats hide the same secrets as a snapshot. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { GridSize } from '#platform/pty/size.ts';
import { z } from '#platform/schema.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { formatAnsi } from '#terminal/ansi.ts';
import type { Screen } from '#terminal/screen.ts';
import { Region } from '#terminal/screenReader.ts';
import type { Layers } from '#viewers/layers.ts';
import { type ReadableScreen, readLayeredScreen, readProgramScreen } from '#viewers/readableScreen.ts';
import { createCellMetrics, findFont } from './fontMetrics.ts';
import type { PngRenderer } from './pngRenderer.ts';
import { type RenderedPage, renderPage } from './renderedPage.ts';
import { renderSvg } from './svg.ts';
import { createColorResolver, Theme } from './theme.ts';
import { createTileMap } from './tileMap.ts';

export const screenshotFields = {
  format: z
    .enum(['text', 'ansi', 'json', 'svg', 'png'])
    .default('png')
    .describe('`ansi`: text with escape sequences; `json`: a snapshot with its cells as runs.'),
  font_size: z
    .number()
    .min(4)
    .max(96)
    .default(15)
    .describe('In pixels, for `svg` and `png`. The width and height of a cell are rounded to whole pixels.'),
  font: z
    .string()
    .min(1)
    .max(limits.nameChars)
    .optional()
    .describe(
      'The family of a monospace font that is installed on the server, for `svg` and `png`. The error for an unknown font lists the available ones. Defaults to DejaVu Sans Mono, which every server has.',
    ),
  theme: Theme.default('dark').describe('Colours, for `svg` and `png`.'),
  cursor: z.boolean().default(true).describe('Draw the cursor if it is visible, for `svg` and `png`.'),
  region: Region.optional().describe('Render only this part of the screen.'),
  scale: z
    .number()
    .min(0.25)
    .max(8)
    .default(1)
    .describe('Pixels of a `png` per pixel of the `svg`: 2 for a high-density display.'),
};

export const Screenshot = z
  .object({
    format: z.enum(['text', 'ansi', 'json', 'svg', 'png']),
    mime: z.string(),
    data: z.string().describe('Text, or base64 for `png`.'),
    width: z.int().describe('In pixels for `svg` and `png`, otherwise columns.'),
    height: z.int().describe('In pixels for `svg` and `png`, otherwise rows.'),
    sequence: z.int().describe('The sequence of the screen in the picture.'),
  })
  .meta({ id: 'Screenshot', description: 'A picture of a screen at one moment.' });

export type Screenshot = z.infer<typeof Screenshot>;

const screenshotSchema = z.object(screenshotFields);
/** All fields at their defaults. */
export const defaultScreenshot = () => screenshotSchema.parse({});
export type ScreenshotOptions = z.infer<typeof screenshotSchema> & {
  readonly redaction: Redaction;
  /** Layers to include in the picture. */
  readonly layers?: Layers | undefined;
  /** Falls back to the default font if the requested one is missing. */
  readonly anyFont?: boolean;
  /** Size of the picture in cells: the screen is cut off or padded with blanks. Defaults to the region. */
  readonly canvas?: GridSize;
};

type ScreenshotOutputFormat = ScreenshotOptions['format'];

/** Reads the screen synchronously: later changes are not in the picture. */
export async function takeScreenshot(
  screen: Screen,
  how: ScreenshotOptions,
  painter: PngRenderer,
): Promise<Screenshot> {
  const { layers, redaction } = how;
  const view = layers
    ? readLayeredScreen({ screen, layers }, redaction)
    : readProgramScreen(screen, redaction);
  const { sequence } = view;
  const isImage = how.format === 'svg' || how.format === 'png';
  const rendered = isImage ? renderImage(screen, view, how, painter) : renderText(view, how);
  const { data, ...picture } = await rendered;
  if (data.length > limits.screenshotBytes)
    raise(tooLargeFault('format', 'characters', data.length, 'screenshotBytes'));
  return { format: how.format, mime: mimeTypes[how.format], data, ...picture, sequence };
}

const mimeTypes: Readonly<Record<ScreenshotOutputFormat, string>> = {
  text: 'text/plain',
  ansi: 'text/plain',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
};

type ScreenshotData = Pick<Screenshot, 'data' | 'width' | 'height'>;

function renderText(view: ReadableScreen, { format, region }: ScreenshotOptions): ScreenshotData {
  const [width, height] = visibleSize(view, region);
  if (format === 'ansi') {
    const rows = view.runs(region);
    return { data: formatAnsi(rows.map((row) => relativeToRegion(row, region))), width, height };
  }
  const snapshot = view.snapshot(format === 'json' ? 'runs' : 'none', region);
  return { data: format === 'json' ? JSON.stringify(snapshot) : snapshot.plain_text, width, height };
}

/** Makes columns relative to the region. */
const relativeToRegion = <Run extends { readonly col: number }>(
  runs: readonly Run[],
  region: Region | undefined,
): Run[] => runs.map((run) => ({ ...run, col: run.col - (region?.col ?? 0) }));

function visibleSize({ size }: ReadableScreen, region: Region | undefined): [cols: number, rows: number] {
  if (!region) return [size.cols, size.rows];
  return [
    Math.max(0, Math.min(region.cols, size.cols - region.col)),
    Math.max(0, Math.min(region.rows, size.rows - region.row)),
  ];
}

async function renderImage(
  screen: Screen,
  view: ReadableScreen,
  how: ScreenshotOptions,
  painter: PngRenderer,
): Promise<ScreenshotData> {
  const { canvas, region = canvas && { row: 0, col: 0, ...canvas } } = how;
  const [cols, rows] = canvas ? [canvas.cols, canvas.rows] : visibleSize(view, region);
  if (cols === 0 || rows === 0)
    raise(
      fault.Invalid({
        path: 'region',
        reason: 'is outside the screen, so the picture would be empty',
      }),
    );
  const read = renderViewPage(screen, view, { ...how, region }, cols);
  const face = await findFont(how.font, how.anyFont ?? false);
  const metrics = createCellMetrics(how.font_size, how.format === 'png' ? how.scale : 1, face);
  const [width, height] = [cols * metrics.width, rows * metrics.height];
  if (width * height > limits.screenshotPixels)
    raise(tooLargeFault(how.scale > 1 ? 'scale' : 'font_size', 'pixels', width * height, 'screenshotPixels'));
  const page = padRows(await read, rows);
  if (how.format === 'svg') return { data: await renderSvg(page, metrics), width, height };
  const png = await painter.render(await createTileMap(page, metrics));
  return { data: Buffer.from(png).toString('base64'), width, height };
}

/** Cuts off rows or appends blank ones. */
export const padRows = (page: RenderedPage, rows: number): RenderedPage => ({
  ...page,
  rows: Array.from({ length: rows }, (_, row) => page.rows[row] ?? []),
});

type ScreenPageOptions = Pick<ScreenshotOptions, 'region' | 'theme' | 'cursor'>;

export const renderScreenPage = (
  screen: Screen,
  { redaction, ...how }: ScreenPageOptions & Pick<ScreenshotOptions, 'redaction'>,
  cols: number,
): Promise<RenderedPage> => renderViewPage(screen, readProgramScreen(screen, redaction), how, cols);

function renderViewPage(
  screen: Screen,
  view: ReadableScreen,
  { region, theme, cursor }: ScreenPageOptions,
  cols: number,
): Promise<RenderedPage> {
  const at = view.cursor;
  const on = {
    row: at.row - (region?.row ?? 0),
    col: at.col - (region?.col ?? 0),
    shape: screen.cursorShape,
  };
  return renderPage({
    cells: view.cells(region),
    cols,
    colors: createColorResolver(theme, screen.palette),
    reversed: screen.modes.reverseScreen,
    cursor: cursor && at.visible ? on : undefined,
  });
}

const tooLargeFault = (
  path: string,
  what: string,
  size: number,
  limit: 'screenshotPixels' | 'screenshotBytes',
) =>
  fault.Invalid({
    path,
    reason: `the picture would have ${size} ${what}, more than the limit ${limit}`,
    expected: `at most ${limits[limit]} ${what}`,
    got: `${size}`,
  });
