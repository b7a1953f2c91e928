/** The program of a film's worker: a cast comes in, and pictures go out as they are asked for, or a whole GIF. */
import { Gif } from '../../platform/picture/gif.ts';
import type { Pixels } from '../../platform/picture/paint.ts';
import { workerSide } from '../../platform/workerSide.ts';
import { limits } from '../limits.ts';
import { createRedaction, noRedaction } from '../redact/policy.ts';
import type { RedactionPolicy } from '../redact/redaction.ts';
import { shortened, until } from './film.ts';
import { type MovieLooks, type Picture, picturesOf } from './movie.ts';
import { readCast } from './readCast.ts';

export interface FilmOrder {
  /** Of the recording, or its bytes in parts. */
  readonly text: string | readonly Uint8Array[];
  /** Whether its last line may be cut off. */
  readonly torn: boolean;
  readonly endMs: number | undefined;
  /** To which pauses are cut. */
  readonly idleMs: number | undefined;
  readonly looks: MovieLooks;
  /** What is hidden of its screens, if anything. */
  readonly hides: RedactionPolicy | undefined;
  readonly gif: boolean;
}

/** A limit at which a film ends before the recording does. */
export type Cut = 'filmFrames' | 'gifBytes';

export interface Movie {
  readonly frames: number;
  readonly width: number;
  readonly height: number;
  /** How long it takes to be shown. */
  readonly ms: number;
  readonly cut: Cut | null;
}

/** How far the recording is drawn. */
export interface Progress {
  readonly atMs: number;
  readonly ofMs: number;
  /** Different ones, so far. */
  readonly pictures: number;
}

/** `why` is for the log: it may name files of this machine. */
export type Filmed =
  | Picture
  | { readonly gif: Uint8Array; readonly movie: Movie }
  | { readonly end: true }
  | { readonly progress: Progress }
  | { readonly line: number; readonly reason: string }
  | { readonly why: string };

/** The pictures of GIF are shown for hundredths of a second, and one alone is taken for ten by those who show it. */
const gifFps = 50;

class Misread extends Error {
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

const side = workerSide();
let goOn = (): void => {};

side.onMessage((message) => {
  if (message === 'more') goOn();
  else void answer(message as FilmOrder);
});

async function answer(order: FilmOrder): Promise<void> {
  try {
    const whole = { ...order, text: wordsOf(order.text) };
    await (order.gif ? tellGif(whole) : tellPictures(whole));
  } catch (problem) {
    const { message, stack } = problem as Error;
    tell(problem instanceof Misread ? { line: problem.line, reason: message } : { why: String(stack) });
  }
}

const wordsOf = (text: FilmOrder['text']): string =>
  typeof text === 'string' ? text : Buffer.concat(text).toString('utf8');

interface Read extends FilmOrder {
  readonly text: string;
}

async function tellPictures(order: Read): Promise<void> {
  for await (const shown of picturesOf(() => castOf(order), order.looks, telling(order))) {
    const asked = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    tell(shown, shown.picture.rgb);
    await asked;
  }
  tell({ end: true });
}

async function tellGif(order: Read): Promise<void> {
  const made = new Gif();
  let [frames, shownMs] = [0, 0];
  let cut: Cut | null = null;
  let last: Pixels | undefined;
  const looks = { ...order.looks, fps: Math.min(order.looks.fps, gifFps) };
  for await (const { picture, ms } of picturesOf(() => castOf(order), looks, telling(order))) {
    if (frames === limits.filmFrames) cut = 'filmFrames';
    else if (made.bytes > limits.gifBytes) cut = 'gifBytes';
    if (cut) break;
    made.add(picture, ms);
    frames++;
    shownMs += ms;
    last = picture;
  }
  const { width, height } = last!;
  const gif = made.finish();
  tell({ gif, movie: { frames, width, height, ms: shownMs, cut } }, gif);
}

function castOf({ text, torn, endMs, idleMs }: Read) {
  const refuse = (line: number, reason: string): never => {
    throw new Misread(line, reason);
  };
  const read = readCast(text, { torn, refuse });
  const cast = endMs === undefined ? read : until(read, endMs);
  return idleMs === undefined ? cast : shortened(cast, idleMs);
}

const telling = ({ hides, endMs }: Read) => ({
  ends: endMs !== undefined,
  redaction: hides ? createRedaction(hides) : noRedaction,
  report: (progress: Progress) => tell({ progress }),
});

const tell = (filmed: Filmed, moved?: Uint8Array) => side.post(filmed, moved);
