/** A cast as moving pictures, each drawn when it is asked for. It blocks its thread, so it is for a worker. */
import { fontFiles } from '../../platform/picture/fonts.ts';
import { KnownShapes, type Pixels, paint } from '../../platform/picture/paint.ts';
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import { type Face, faceOf } from '../render/face.ts';
import { type Metrics, metricsFor } from '../render/metrics.ts';
import { mosaicOf } from '../render/mosaic.ts';
import { readPage, withRows } from '../render/screenshot.ts';
import type { Screen } from '../screen/screen.ts';
import { hidingUnfinishedToo } from '../viewer/unfinished.ts';
import type { Extent } from './castLines.ts';
import { filmOf } from './film.ts';
import type { Cast } from './readCast.ts';
import type { Progress } from './worker.ts';

export interface MovieLooks {
  readonly fps: number;
  /** In pixels; it is less where a picture would be too large. */
  readonly fontSize: number;
  readonly theme: 'dark' | 'light';
  /** One that the machine has; otherwise ours. */
  readonly font?: string | undefined;
}

export interface Picture {
  readonly picture: Pixels;
  /** Until the next one looks different; long pauses are cut. */
  readonly ms: number;
}

export interface Telling {
  /** The last event is the end. */
  readonly ends: boolean;
  readonly redaction: Redaction;
  readonly report: (progress: Progress) => void;
}

/** How long the last picture stays before it begins again, where no end is told. */
const lastMs = 2000;

/** The cast is read twice, for it may be too long to be held. */
export async function* picturesOf(
  read: () => Cast,
  looks: MovieLooks,
  { ends, redaction, report }: Telling,
): AsyncGenerator<Picture> {
  const { ofMs, ...size } = extentOf(read());
  const draw = draftsman(size, looks, { redaction, face: await faceOf(looks.font, true) });
  let pictures = 0;
  let before: { readonly picture: Pixels; readonly at: number } | undefined;
  for (const { ms, screen } of filmOf(read(), 1000 / looks.fps)) {
    const picture = await draw(screen);
    pictures += 1;
    report({ atMs: ms, ofMs, pictures });
    if (before) yield { picture: before.picture, ms: Math.min(ms - before.at, limits.filmPauseMs) };
    before = { picture, at: ms };
  }
  if (before) yield { picture: before.picture, ms: ends ? restOf(ofMs - before.at, looks) : lastMs };
}

/** What is seen at all is seen in one picture at least. */
const restOf = (ms: number, { fps }: MovieLooks): number =>
  Math.min(Math.max(ms, 1000 / fps), limits.filmPauseMs);

/** The largest that it is, and how long. */
function extentOf({ size, events }: Cast): Extent & Pick<Progress, 'ofMs'> {
  let { rows, cols } = size;
  let ofMs = 0;
  for (const event of events) {
    rows = Math.max(rows, event.size?.rows ?? 0);
    cols = Math.max(cols, event.size?.cols ?? 0);
    ofMs = event.ms;
  }
  return { rows, cols, ofMs };
}

interface Drawing {
  readonly redaction: Redaction;
  readonly face: Face;
}

/** A terminal that was smaller for a while stands at the top left. What the cast tells is redacted already, as a stream of text. */
function draftsman({ rows, cols }: Extent, { fontSize, theme }: MovieLooks, { redaction, face }: Drawing) {
  const metrics = fitting(rows * cols, fontSize, face);
  const shapes = new KnownShapes(limits.filmShapeBytes);
  const how = { theme, cursor: true, region: undefined };
  return async (screen: Screen): Promise<Pixels> => {
    const hides = hidingUnfinishedToo(screen, redaction);
    const page = withRows(await readPage(screen, { ...how, redaction: hides }, cols), rows);
    return paint(await mosaicOf(page, metrics), fontFiles(), shapes);
  };
}

/** The widest moment and the tallest one make a picture that no moment was: it is drawn smaller rather than not at all. */
function fitting(cells: number, fontSize: number, face: Face): Metrics {
  const metrics = metricsFor(fontSize, 1, face);
  const fits = cells * metrics.width * metrics.height <= limits.screenshotPixels;
  return fits || fontSize <= 1 ? metrics : fitting(cells, fontSize - 1, face);
}
