/** Renders a cast as pictures, one per request. Blocks its thread, so it runs in a worker. */

import { limits } from '#limits.ts';
import { allFontFiles } from '#platform/picture/fonts.ts';
import { type Pixels, paintTiles, ShapeCache } from '#platform/picture/rasterizer.ts';
import type { GridSize } from '#platform/pty/size.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { type CellMetrics, createCellMetrics, findFont, type TextFont } from '#rendering/fontMetrics.ts';
import { padRows, renderScreenPage } from '#rendering/screenshot.ts';
import { createTileMap } from '#rendering/tileMap.ts';
import type { Screen } from '#terminal/screen.ts';
import { alsoHideUnfinished } from '#terminal/screenRedaction.ts';
import type { Cast } from './asciicast.ts';
import { castFrames } from './castPlayer.ts';
import type { VideoProgress } from './videoWorker.ts';

export interface VideoStyle {
  readonly fps: number;
  /** In pixels. Reduced if the picture would be too large. */
  readonly fontSize: number;
  readonly theme: 'dark' | 'light';
  /** A font of the system; the built-in font if absent. */
  readonly font?: string | undefined;
}

export interface VideoFrame {
  readonly picture: Pixels;
  /** Duration until the next different picture. Long pauses are shortened. */
  readonly ms: number;
}

interface VideoFramesOptions {
  /** The last event is the end of the recording. */
  readonly ends: boolean;
  readonly redaction: Redaction;
  readonly report: (progress: VideoProgress) => void;
}

/** Duration of the last picture if the end is unknown. */
const lastFrameMs = 2000;

/** Reads the cast twice, because a long one may not fit in memory. */
export async function* renderFrames(
  read: () => Cast,
  style: VideoStyle,
  { ends, redaction, report }: VideoFramesOptions,
): AsyncGenerator<VideoFrame> {
  const { ofMs, ...size } = measureCast(read());
  const draw = createFrameRenderer(size, style, { redaction, face: await findFont(style.font, true) });
  let pictures = 0;
  let before: { readonly picture: Pixels; readonly at: number } | undefined;
  for (const { ms, screen } of castFrames(read(), 1000 / style.fps)) {
    const picture = await draw(screen);
    pictures += 1;
    report({ atMs: ms, ofMs, pictures });
    if (before) yield { picture: before.picture, ms: Math.min(ms - before.at, limits.filmPauseMs) };
    before = { picture, at: ms };
  }
  if (before)
    yield { picture: before.picture, ms: ends ? lastFrameDuration(ofMs - before.at, style) : lastFrameMs };
}

/** The last picture is visible for at least one frame. */
const lastFrameDuration = (ms: number, { fps }: VideoStyle): number =>
  Math.min(Math.max(ms, 1000 / fps), limits.filmPauseMs);

/** The largest size and the total duration. */
function measureCast({ size, events }: Cast): GridSize & Pick<VideoProgress, 'ofMs'> {
  let { rows, cols } = size;
  let ofMs = 0;
  for (const event of events) {
    rows = Math.max(rows, event.size?.rows ?? 0);
    cols = Math.max(cols, event.size?.cols ?? 0);
    ofMs = event.ms;
  }
  return { rows, cols, ofMs };
}

interface FrameRendererOptions {
  readonly redaction: Redaction;
  readonly face: TextFont;
}

/**
 * A smaller terminal is rendered at the top left. The cast is already redacted as a text stream; the screen is
 * redacted again.
 */
function createFrameRenderer(
  { rows, cols }: GridSize,
  { fontSize, theme }: VideoStyle,
  { redaction, face }: FrameRendererOptions,
) {
  const metrics = fitMetrics(rows * cols, fontSize, face);
  const shapes = new ShapeCache(limits.filmShapeBytes);
  const how = { theme, cursor: true, region: undefined };
  return async (screen: Screen): Promise<Pixels> => {
    const hides = alsoHideUnfinished(screen, redaction);
    const page = padRows(await renderScreenPage(screen, { ...how, redaction: hides }, cols), rows);
    return paintTiles(await createTileMap(page, metrics), allFontFiles(), shapes);
  };
}

/**
 * The largest width and height may belong to different times. The font is reduced until the picture fits the limit.
 */
function fitMetrics(cells: number, fontSize: number, face: TextFont): CellMetrics {
  const metrics = createCellMetrics(fontSize, 1, face);
  const fits = cells * metrics.width * metrics.height <= limits.screenshotPixels;
  return fits || fontSize <= 1 ? metrics : fitMetrics(cells, fontSize - 1, face);
}
