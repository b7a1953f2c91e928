/** A cast as moving pictures: drawn frame by frame, and handed to who makes a file of them. */
import { Ffmpeg, FfmpegProblem } from '../../platform/ffmpeg.ts';
import { fontFiles } from '../../platform/picture/fonts.ts';
import { Gif } from '../../platform/picture/gif.ts';
import { type Pixels, paint } from '../../platform/picture/paint.ts';
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { noRedaction } from '../redact/policy.ts';
import { metricsFor } from '../render/metrics.ts';
import { mosaicOf } from '../render/mosaic.ts';
import { readPage } from '../render/screenshot.ts';
import type { Screen } from '../screen/screen.ts';
import type { Extent } from './castLines.ts';
import { filmOf } from './film.ts';
import type { Cast } from './readCast.ts';

export interface MovieLooks {
  readonly fps: number;
  /** In pixels. */
  readonly fontSize: number;
  readonly theme: 'dark' | 'light';
}

export interface Movie {
  readonly frames: number;
  readonly width: number;
  readonly height: number;
}

interface Frame {
  readonly picture: Pixels;
  readonly ms: number;
}

/** How long the last picture stays before it begins again. */
const lastMs = 2000;

/** A picture for each change. Raises Unsupported. */
export async function gifOf(cast: Cast, looks: MovieLooks): Promise<Movie & { readonly bytes: Uint8Array }> {
  const made = new Gif();
  let frames = 0;
  let extent = { width: 0, height: 0 };
  for await (const { picture, ms } of framesOf(cast, looks)) {
    made.add(picture, ms);
    frames++;
    extent = picture;
    if (made.bytes > limits.gifBytes)
      refuse(
        `the film would have more than ${limits.gifBytes} bytes: take fewer frames a second or a smaller font`,
      );
  }
  const { width, height } = extent;
  return { frames, width, height, bytes: made.finish() };
}

/** Written by ffmpeg, over what is there; the ending of the path says what it becomes. Raises Unsupported. */
export async function filmTo(cast: Cast, looks: MovieLooks, path: string): Promise<Movie> {
  let made: Ffmpeg | undefined;
  let due = 0;
  let frames = 0;
  let extent = { width: 0, height: 0 };
  try {
    for await (const { picture, ms } of framesOf(cast, looks)) {
      made ??= new Ffmpeg({ ...picture, fps: looks.fps }, path);
      extent = picture;
      for (due += ms; due > 0; due -= 1000 / looks.fps) {
        await made.write(picture.rgb);
        frames++;
      }
    }
    await made?.finish();
  } catch (problem) {
    if (problem instanceof FfmpegProblem) return refuse(problem.message);
    throw problem;
  }
  const { width, height } = extent;
  return { frames, width, height };
}

/** Each with the time that it is shown: until the next one looks different. */
async function* framesOf(cast: Cast, looks: MovieLooks): AsyncGenerator<Frame> {
  const events = [...cast.events];
  const extent = largest(cast.size, events);
  let before: { readonly picture: Pixels; readonly at: number } | undefined;
  let count = 0;
  for (const { ms, screen } of filmOf({ ...cast, events }, 1000 / looks.fps)) {
    if (++count > limits.filmFrames)
      refuse(`the film would have more than ${limits.filmFrames} pictures: take fewer frames a second`);
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

/** A terminal that was smaller for a while stands at the top left. What the cast tells is redacted already. */
async function drawn(
  screen: Screen,
  { fontSize, theme }: MovieLooks,
  { rows, cols }: Extent,
): Promise<Pixels> {
  const metrics = metricsFor(fontSize);
  const pixels = rows * cols * metrics.width * metrics.height;
  if (pixels > limits.screenshotPixels)
    refuse(`a picture would have ${pixels} pixels, which is too many: take a smaller font size`);
  const page = await readPage(
    screen,
    { redaction: noRedaction, theme, cursor: true, region: undefined },
    cols,
  );
  const more = Array.from({ length: rows - page.rows.length }, () => []);
  return paint(await mosaicOf({ ...page, rows: [...page.rows, ...more] }, metrics), fontFiles());
}

const refuse = (reason: string): never => raise(fault.Unsupported({ reason }, reason));
