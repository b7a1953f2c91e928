/** The worker that renders a video. It receives a cast and sends pictures on request, or one complete GIF. */
import { limits } from '#limits.ts';
import { createDeferred } from '#platform/lifetimes.ts';
import { GifWriter } from '#platform/picture/gif.ts';
import type { Pixels } from '#platform/picture/rasterizer.ts';
import { openWorkerPort } from '#platform/workerThread.ts';
import { createRedaction, noRedaction } from '#redaction/policy.ts';
import type { RedactionPolicy } from '#redaction/redaction.ts';
import { readCast } from './asciicast.ts';
import { extendCast, limitPauses } from './castPlayer.ts';
import { renderFrames, type VideoFrame, type VideoStyle } from './videoFrames.ts';

export interface VideoWorkerRequest {
  /** The text of the recording, or its bytes in parts. */
  readonly text: string | readonly Uint8Array[];
  /** Whether the last line may be incomplete. */
  readonly torn: boolean;
  /** End of the recording. If unknown, the last picture is shown for a default time. */
  readonly endMs?: number | undefined;
  /** Maximum length of a pause. */
  readonly idleMs?: number | undefined;
  readonly style: VideoStyle;
  /** Redacts the rendered screens: a secret that a program wrapped itself is recognizable only there. */
  readonly hides?: RedactionPolicy | undefined;
  readonly gif: boolean;
}

/** The limit that ended the video before the recording's end. */
type VideoCut = 'filmFrames' | 'gifBytes';

export interface Video {
  readonly frames: number;
  readonly width: number;
  readonly height: number;
  /** Duration of the video. */
  readonly ms: number;
  readonly cut: VideoCut | null;
}

/** Progress in the time of the recording. */
export interface VideoProgress {
  readonly atMs: number;
  readonly ofMs: number;
  /** Number of different pictures so far. */
  readonly pictures: number;
}

/** `why` is for the log only, because it may contain local file names. */
export type VideoWorkerMessage =
  | VideoFrame
  | { readonly gif: Uint8Array; readonly video: Video }
  | { readonly end: true }
  | { readonly progress: VideoProgress }
  | { readonly line: number; readonly reason: string }
  | { readonly why: string };

/** GIF delays are in hundredths of a second. Players show a delay of one hundredth as ten, so two is the minimum. */
const maxGifFps = 50;

class CastReadError extends Error {
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

const mainThread = openWorkerPort();
let resume = (): void => {};

mainThread.onMessage((message) => {
  if (message === 'more') resume();
  else void handleRequest(message as VideoWorkerRequest);
});

async function handleRequest(order: VideoWorkerRequest): Promise<void> {
  try {
    const whole = { ...order, text: decodeText(order.text) };
    await (order.gif ? postGif(whole) : postFrames(whole));
  } catch (problem) {
    const { message, stack } = problem as Error;
    post(problem instanceof CastReadError ? { line: problem.line, reason: message } : { why: String(stack) });
  }
}

const decodeText = (text: VideoWorkerRequest['text']): string =>
  typeof text === 'string' ? text : Buffer.concat(text).toString('utf8');

interface DecodedRequest extends VideoWorkerRequest {
  readonly text: string;
}

async function postFrames(order: DecodedRequest): Promise<void> {
  for await (const frame of renderFrames(() => readRequestedCast(order), order.style, frameOptions(order))) {
    const requested = createDeferred();
    resume = requested.resolve;
    post(frame, frame.picture.rgb);
    await requested.promise;
  }
  post({ end: true });
}

async function postGif(order: DecodedRequest): Promise<void> {
  const made = new GifWriter();
  let [frames, totalMs] = [0, 0];
  let cut: VideoCut | null = null;
  let last: Pixels | undefined;
  const style = { ...order.style, fps: Math.min(order.style.fps, maxGifFps) };
  for await (const { picture, ms } of renderFrames(
    () => readRequestedCast(order),
    style,
    frameOptions(order),
  )) {
    if (frames === limits.filmFrames) cut = 'filmFrames';
    else if (made.bytes > limits.gifBytes) cut = 'gifBytes';
    if (cut) break;
    made.add(picture, ms);
    frames++;
    totalMs += ms;
    last = picture;
  }
  const { width, height } = last!;
  const gif = made.finish();
  post({ gif, video: { frames, width, height, ms: totalMs, cut } }, gif);
}

function readRequestedCast({ text, torn, endMs, idleMs }: DecodedRequest) {
  const refuse = (line: number, reason: string): never => {
    throw new CastReadError(line, reason);
  };
  const read = readCast(text, { torn, refuse });
  const cast = endMs === undefined ? read : extendCast(read, endMs);
  return idleMs === undefined ? cast : limitPauses(cast, idleMs);
}

const frameOptions = ({ hides, endMs }: DecodedRequest) => ({
  ends: endMs !== undefined,
  redaction: hides ? createRedaction(hides) : noRedaction,
  report: (progress: VideoProgress) => post({ progress }),
});

const post = (answer: VideoWorkerMessage, moved?: Uint8Array) => mainThread.post(answer, moved);
