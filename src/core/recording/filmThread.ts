/** One film on its way into a file: pictures come from a worker, and ffmpeg makes a film of them. */
import { join } from 'node:path';
import { Ffmpeg, FfmpegProblem } from '../../platform/ffmpeg.ts';
import { packageFolder } from '../../platform/packageFolder.ts';
import { writeTo } from '../../platform/temporaryFile.ts';
import { WorkerThread } from '../../platform/worker.ts';
import { type Fault, fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import type { Film, FilmsTerms } from './films.ts';
import type { Picture } from './movie.ts';
import type { Filmed, FilmOrder, Movie, Progress } from './worker.ts';

const bounds = { heapMiB: limits.filmHeapMiB, youngMiB: 64, stackMiB: 4 };

type Answer = Exclude<Filmed, { progress: Progress }>;
type Told = Extract<Filmed, Picture | { end: true } | { gif: Uint8Array }>;

export class FilmThread {
  readonly #film: Film;
  readonly #log: (line: string) => void;
  readonly #thread: WorkerThread;
  readonly #gone: Promise<void>;
  #answer: { resolve(filmed: Answer): void; reject(why: Fault): void } | undefined;
  #ffmpeg: Ffmpeg | undefined;
  #over: Fault | undefined;

  constructor(film: Film, { log, program }: FilmsTerms) {
    this.#film = film;
    this.#log = log;
    let gone = (): void => {};
    this.#gone = new Promise((resolve) => {
      gone = resolve;
    });
    this.#thread = new WorkerThread(program ?? join(packageFolder(), 'dist', 'filmWorker.js'), bounds, {
      message: (message) => this.#take(message as Filmed),
      ended: (why, problem) => {
        if (!this.#over) log(`the thread that draws a film ended: ${problem?.stack ?? why}`);
        void this.end(fault.Busy({ reason: 'busy', limit: 'filmHeapMiB', max: limits.filmHeapMiB }));
        gone();
      },
    });
  }

  /** Raises Unsupported, what it was ended with, and what the reader of the recording raises. */
  async film(path: string): Promise<Movie> {
    const { text, torn, endMs, idleMs, looks, hides, format } = this.#film;
    const order = { text, torn, endMs, idleMs, looks, hides, gif: format === 'gif' };
    try {
      return await (order.gif ? this.#gif(order, path) : this.#frames(order, path));
    } catch (problem) {
      if (this.#over) throw this.#over;
      if (problem instanceof FfmpegProblem) return refuse(problem.message);
      throw problem;
    }
  }

  /** Stops it wherever it is, with what is told of it; kept when nothing of it is left. */
  async end(why: Fault): Promise<void> {
    this.#over ??= why;
    this.#answer?.reject(this.#over);
    void this.#thread.end();
    await this.#ffmpeg?.kill();
    await this.#gone;
  }

  #take(filmed: Filmed): void {
    if ('progress' in filmed) this.#film.progress?.(filmed.progress);
    else this.#answer?.resolve(filmed);
  }

  async #gif(order: FilmOrder, path: string): Promise<Movie> {
    const told = await this.#ask(order);
    if (!('gif' in told)) throw new Error('the thread that draws a film told no GIF');
    await writeTo(path, told.gif, 'w');
    return told.movie;
  }

  async #frames(order: FilmOrder, path: string): Promise<Movie> {
    const { fps } = order.looks;
    let [frames, due, width, height] = [0, 0, 0, 0];
    let told = await this.#ask(order);
    for (; 'picture' in told && frames < limits.filmFrames; told = await this.#ask('more')) {
      const { picture, ms } = told;
      ({ width, height } = picture);
      this.#ffmpeg ??= new Ffmpeg({ width, height, fps }, path);
      for (due += ms; due > 0 && frames < limits.filmFrames; due -= 1000 / fps, frames++)
        await this.#ffmpeg.write(picture.rgb);
    }
    await this.#ffmpeg?.finish();
    // Most formats have even sizes: what is missing is a black edge.
    const [wide, high] = [width, height].map((size) => size + (size % 2)) as [number, number];
    const cut = 'picture' in told || due > 0 ? 'filmFrames' : null;
    return { frames, width: wide, height: high, ms: (1000 * frames) / fps, cut };
  }

  async #ask(question: FilmOrder | 'more'): Promise<Told> {
    if (this.#over) throw this.#over;
    const filmed = await new Promise<Answer>((resolve, reject) => {
      this.#answer = { resolve, reject };
      this.#thread.post(question);
    });
    if ('line' in filmed) return this.#film.refuse(filmed.line, filmed.reason);
    if (!('why' in filmed)) return filmed;
    this.#log(`a film could not be drawn: ${filmed.why}`);
    return refuse('the rasterizer for pictures does not work on this system');
  }
}

const refuse = (reason: string): never => raise(fault.Unsupported({ reason }, reason));
