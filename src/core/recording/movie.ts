/** A cast as moving pictures, each drawn when it is asked for. It blocks its thread, so it is for a worker. */
import { fontFiles } from '../../platform/picture/fonts.ts';
import { KnownShapes, type Pixels, paint } from '../../platform/picture/paint.ts';
import { limits } from '../limits.ts';
import { noRedaction } from '../redact/policy.ts';
import { type Metrics, metricsFor } from '../render/metrics.ts';
import { mosaicOf } from '../render/mosaic.ts';
import { readPage } from '../render/screenshot.ts';
import type { Screen } from '../screen/screen.ts';
import type { Extent } from './castLines.ts';
import { filmOf } from './film.ts';
import type { Cast } from './readCast.ts';

export interface MovieLooks {
  readonly fps: number;
  /** In pixels; it is less where a picture would be too large. */
  readonly fontSize: number;
  readonly theme: 'dark' | 'light';
}

export interface Picture {
  readonly picture: Pixels;
  /** Until the next one looks different; long pauses are cut. */
  readonly ms: number;
}

/** How long the last picture stays before it begins again. */
const lastMs = 2000;

/** The cast is read twice, for it may be too long to be held. */
export async function* picturesOf(read: () => Cast, looks: MovieLooks): AsyncGenerator<Picture> {
  const draw = draftsman(largest(read()), looks);
  let before: { readonly picture: Pixels; readonly at: number } | undefined;
  for (const { ms, screen } of filmOf(read(), 1000 / looks.fps)) {
    const picture = await draw(screen);
    if (before) yield { picture: before.picture, ms: Math.min(ms - before.at, limits.filmPauseMs) };
    before = { picture, at: ms };
  }
  if (before) yield { picture: before.picture, ms: lastMs };
}

function largest({ size, events }: Cast): Extent {
  let { rows, cols } = size;
  for (const event of events) {
    rows = Math.max(rows, event.size?.rows ?? 0);
    cols = Math.max(cols, event.size?.cols ?? 0);
  }
  return { rows, cols };
}

/** A terminal that was smaller for a while stands at the top left. What the cast tells is redacted already. */
function draftsman({ rows, cols }: Extent, { fontSize, theme }: MovieLooks) {
  const metrics = fitting(rows * cols, fontSize);
  const shapes = new KnownShapes(limits.filmShapeBytes);
  const how = { redaction: noRedaction, theme, cursor: true, region: undefined };
  return async (screen: Screen): Promise<Pixels> => {
    const page = await readPage(screen, how, cols);
    const more = Array.from({ length: rows - page.rows.length }, () => []);
    return paint(await mosaicOf({ ...page, rows: [...page.rows, ...more] }, metrics), fontFiles(), shapes);
  };
}

/** The widest moment and the tallest one make a picture that no moment was: it is drawn smaller rather than not at all. */
function fitting(cells: number, fontSize: number): Metrics {
  const metrics = metricsFor(fontSize);
  const fits = cells * metrics.width * metrics.height <= limits.screenshotPixels;
  return fits || fontSize <= 1 ? metrics : fitting(cells, fontSize - 1);
}
