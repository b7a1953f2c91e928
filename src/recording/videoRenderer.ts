/**
 * Renders videos: a worker draws the pictures, and ffmpeg encodes them. Each video has a worker thread, so sessions
 * are not blocked. The number of concurrent videos is limited.
 */

import { join } from 'node:path';
import { type Fault, fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { Ffmpeg, FfmpegError } from '#platform/ffmpeg.ts';
import { createDeferred, onAbort } from '#platform/lifetimes.ts';
import { packageFolder } from '#platform/paths.ts';
import { writeNewFile } from '#platform/temporaryFile.ts';
import { WorkerThread } from '#platform/workerThread.ts';
import type { JsonLinesOptions } from './jsonLines.ts';
import type { VideoFrame } from './videoFrames.ts';
import type { Video, VideoProgress, VideoWorkerMessage, VideoWorkerRequest } from './videoWorker.ts';

const workerBounds = { heapMiB: limits.filmHeapMiB, youngMiB: 64, stackMiB: 4 };

type VideoWorkerAnswer = Exclude<VideoWorkerMessage, { progress: VideoProgress }>;
type VideoWorkerResult = Extract<VideoWorkerMessage, VideoFrame | { end: true } | { gif: Uint8Array }>;

class VideoThread {
  readonly #film: VideoJob;
  readonly #log: (line: string) => void;
  readonly #thread: WorkerThread;
  readonly #exited = createDeferred();
  #answer: { resolve(answer: VideoWorkerAnswer): void; reject(why: Fault): void } | undefined;
  #ffmpeg: Ffmpeg | undefined;
  #endFault: Fault | undefined;

  constructor(film: VideoJob, { log, program }: VideoRendererOptions) {
    this.#film = film;
    this.#log = log;
    this.#thread = new WorkerThread(program ?? join(packageFolder(), 'dist', 'filmWorker.js'), workerBounds, {
      message: (message) => this.#handleMessage(message as VideoWorkerMessage),
      ended: (why, problem) => {
        if (!this.#endFault) log(`the video worker ended: ${problem?.stack ?? why}`);
        void this.end(fault.Busy({ reason: 'busy', limit: 'filmHeapMiB', max: limits.filmHeapMiB }));
        this.#exited.resolve();
      },
    });
  }

  /** Raises Unsupported, the fault passed to `end`, and the errors of the recording's reader. */
  async film(path: string): Promise<Video> {
    const { text, torn, endMs, idleMs, style, hides, format } = this.#film;
    const order = { text, torn, endMs, idleMs, style, hides, gif: format === 'gif' };
    try {
      return await (order.gif ? this.#renderGif(order, path) : this.#renderFrames(order, path));
    } catch (problem) {
      if (this.#endFault) throw this.#endFault;
      if (problem instanceof FfmpegError) return raiseUnsupported(problem.message);
      throw problem;
    }
  }

  /** Stops the rendering with a fault. Resolves when the worker and ffmpeg have ended. */
  async end(why: Fault): Promise<void> {
    this.#endFault ??= why;
    this.#answer?.reject(this.#endFault);
    void this.#thread.end();
    await this.#ffmpeg?.kill();
    await this.#exited.promise;
  }

  #handleMessage(answer: VideoWorkerMessage): void {
    if ('progress' in answer) this.#film.progress?.(answer.progress);
    else this.#answer?.resolve(answer);
  }

  async #renderGif(order: VideoWorkerRequest, path: string): Promise<Video> {
    const answer = await this.#request(order);
    if (!('gif' in answer)) throw new Error('the video worker returned no GIF');
    await writeNewFile(path, answer.gif, 'w');
    return answer.video;
  }

  async #renderFrames(order: VideoWorkerRequest, path: string): Promise<Video> {
    const { fps } = order.style;
    let [frames, due, width, height] = [0, 0, 0, 0];
    let answer = await this.#request(order);
    for (; 'picture' in answer && frames < limits.filmFrames; answer = await this.#request('more')) {
      const { picture, ms } = answer;
      ({ width, height } = picture);
      this.#ffmpeg ??= new Ffmpeg({ width, height, fps }, path);
      for (due += ms; due > 0 && frames < limits.filmFrames; due -= 1000 / fps, frames++)
        await this.#ffmpeg.write(picture.rgb);
    }
    await this.#ffmpeg?.finish();
    // Most formats need even sizes, so a black edge is added.
    const [wide, high] = [width, height].map((size) => size + (size % 2)) as [number, number];
    const cut = 'picture' in answer || due > 0 ? 'filmFrames' : null;
    return { frames, width: wide, height: high, ms: (1000 * frames) / fps, cut };
  }

  async #request(question: VideoWorkerRequest | 'more'): Promise<VideoWorkerResult> {
    if (this.#endFault) throw this.#endFault;
    const answer = await new Promise<VideoWorkerAnswer>((resolve, reject) => {
      this.#answer = { resolve, reject };
      this.#thread.port.postMessage(question);
    });
    if ('line' in answer) return this.#film.refuse(answer.line, answer.reason);
    if (!('why' in answer)) return answer;
    this.#log(`a video could not be rendered: ${answer.why}`);
    return raiseUnsupported('the rasterizer for pictures does not work on this system');
  }
}

const raiseUnsupported = (reason: string): never => raise(fault.Unsupported({ reason }, reason));

export interface VideoJob extends JsonLinesOptions, Omit<VideoWorkerRequest, 'gif'> {
  readonly format: 'mp4' | 'webm' | 'gif';
  readonly signal?: AbortSignal | undefined;
  /** Called for each picture. */
  readonly progress?: ((progress: VideoProgress) => void) | undefined;
}

interface VideoRendererOptions {
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Another worker program, for specs of workers that do not answer. */
  readonly program?: string;
}

const cancelledFault = (reason: 'request' | 'shutdown') => fault.Cancelled({ reason });
const busyFault = (limit: 'films' | 'filmMs') => fault.Busy({ reason: 'busy', limit, max: limits[limit] });

export class VideoRenderer {
  readonly #options: VideoRendererOptions;
  readonly #threads = new Set<VideoThread>();
  #closed = false;

  constructor(options: VideoRendererOptions) {
    this.#options = options;
  }

  /** Writes to a new file in a folder of the caller. Raises Busy, Cancelled and Unsupported. */
  async render(film: VideoJob, path: string): Promise<Video> {
    if (this.#closed) raise(cancelledFault('shutdown'));
    if (film.signal?.aborted) raise(cancelledFault('request'));
    if (this.#threads.size >= limits.films) raise(busyFault('films'));
    const thread = new VideoThread(film, this.#options);
    this.#threads.add(thread);
    const timer = this.#options.clock.after(limits.filmMs, () => thread.end(busyFault('filmMs')));
    const listener = onAbort(film.signal, () => void thread.end(cancelledFault('request')));
    try {
      await writeNewFile(path, new Uint8Array());
      return await thread.film(path);
    } finally {
      timer.dispose();
      listener.dispose();
      await thread.end(cancelledFault('request'));
      this.#threads.delete(thread);
    }
  }

  /** Cancels all videos that are being rendered. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#threads].map((thread) => thread.end(cancelledFault('shutdown'))));
  }
}
