/** A cast as moving pictures: drawn frame by frame, and handed to who makes a file of them. */
import { limits } from '../../core/limits.ts';
import type { Extent } from '../../core/recording/castLines.ts';
import { filmOf } from '../../core/recording/film.ts';
import type { Cast } from '../../core/recording/readCast.ts';
import { noRedaction } from '../../core/redact/policy.ts';
import { metricsFor } from '../../core/render/metrics.ts';
import { mosaicOf } from '../../core/render/mosaic.ts';
import { readPage } from '../../core/render/screenshot.ts';
import type { Screen } from '../../core/screen/screen.ts';
import { Ffmpeg, FfmpegProblem } from '../../platform/ffmpeg.ts';
import { fontFiles } from '../../platform/picture/fonts.ts';
import { Gif } from '../../platform/picture/gif.ts';
import { type Pixels, paint } from '../../platform/picture/paint.ts';
import { Failure } from '../usage.ts';

export interface FilmLooks {
  readonly fps: number;
  readonly 'font-size': number;
  readonly theme: 'dark' | 'light';
}

interface Frame {
  readonly picture: Pixels;
  readonly ms: number;
}

/** How long the last picture stays before it begins again. */
const lastMs = 2000;

export async function gif(cast: Cast, looks: FilmLooks): Promise<Uint8Array> {
  const made = new Gif();
  for await (const { picture, ms } of frames(cast, looks)) {
    made.add(picture, ms);
    if (made.bytes > limits.gifBytes)
      throw new Failure(
        `the film would have more than ${limits.gifBytes} bytes: take a smaller --fps or font`,
      );
  }
  return made.finish();
}

/** Written by ffmpeg, over what is there. */
export async function video(cast: Cast, looks: FilmLooks, path: string): Promise<void> {
  let made: Ffmpeg | undefined;
  let due = 0;
  try {
    for await (const { picture, ms } of frames(cast, looks)) {
      made ??= new Ffmpeg({ ...picture, fps: looks.fps }, path);
      for (due += ms; due > 0; due -= 1000 / looks.fps) await made.write(picture.rgb);
    }
    await made?.finish();
  } catch (problem) {
    throw problem instanceof FfmpegProblem ? new Failure(problem.message) : problem;
  }
}

/** Each with the time that it is shown: until the next one looks different. */
async function* frames(cast: Cast, looks: FilmLooks): AsyncGenerator<Frame> {
  const events = [...cast.events];
  const extent = largest(cast.size, events);
  let before: { readonly picture: Pixels; readonly at: number } | undefined;
  let count = 0;
  for (const { ms, screen } of filmOf({ ...cast, events }, 1000 / looks.fps)) {
    if (++count > limits.filmFrames)
      throw new Failure(`the film would have more than ${limits.filmFrames} pictures: take a smaller --fps`);
    const picture = await drawn(screen, looks, extent);
    if (before) yield { picture: before.picture, ms: ms - before.at };
    before = { picture, at: ms };
  }
  if (before) yield { picture: before.picture, ms: lastMs };
}

function largest(size: Extent, events: Iterable<{ readonly size?: Extent }>): Extent {
  let { rows, cols } = size;
  for (const event of events) {
    rows = Math.max(rows, event.size?.rows ?? 0);
    cols = Math.max(cols, event.size?.cols ?? 0);
  }
  return { rows, cols };
}

/** A terminal that was smaller for a while stands at the top left. */
async function drawn(screen: Screen, looks: FilmLooks, { rows, cols }: Extent): Promise<Pixels> {
  const metrics = metricsFor(looks['font-size']);
  const pixels = rows * cols * metrics.width * metrics.height;
  if (pixels > limits.screenshotPixels)
    throw new Failure(`a picture would have ${pixels} pixels, which is too many: take a smaller --font-size`);
  const { theme } = looks;
  const page = await readPage(
    screen,
    { redaction: noRedaction, theme, cursor: true, region: undefined },
    cols,
  );
  const more = Array.from({ length: rows - page.rows.length }, () => []);
  return paint(await mosaicOf({ ...page, rows: [...page.rows, ...more] }, metrics), fontFiles());
}
