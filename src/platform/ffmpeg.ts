/** The door to ffmpeg, where it is installed: pixels become a film in one of its formats. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export class FfmpegProblem extends Error {}

export interface FilmSize {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
}

const said = 2000;

export const missing = 'ffmpeg is not installed, and only it makes such a film: install it, or make a .gif';

/** Whether it would be found, for who must know before there is anything to film. */
export const hasFfmpeg = (): boolean =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && isExecutable(join(folder, 'ffmpeg')));

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export class Ffmpeg {
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #problem = '';

  /** Red, green and blue of each pixel come in. The sizes of most formats are even. */
  constructor({ width, height, fps }: FilmSize, path: string) {
    const from = [
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${width}x${height}`,
      '-r',
      `${fps}`,
      '-i',
      '-',
    ];
    const to = ['-vf', 'pad=ceil(iw/2)*2:ceil(ih/2)*2', '-pix_fmt', 'yuv420p', '-y', `file:${path}`];
    this.#process = spawn('ffmpeg', ['-loglevel', 'error', '-nostdin', ...from, ...to], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    this.#process.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#problem = (this.#problem + text).slice(-said);
    });
    this.#process.stdin!.on('error', () => {});
    this.#ended = this.#end();
    this.#ended.catch(() => {});
  }

  /** Kept when there is room for more. Raises FfmpegProblem. */
  async write(rgb: Uint8Array): Promise<void> {
    const { stdin } = this.#process;
    if (stdin!.write(rgb)) return;
    // Where it has gone, how it ended says more than that it reads no more.
    await Promise.race([once(stdin!, 'drain').catch(() => this.#ended), this.#ended]);
  }

  /** Kept when the file is whole. Raises FfmpegProblem. */
  finish(): Promise<void> {
    this.#process.stdin!.end();
    return this.#ended;
  }

  /** Kept when it is gone. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended.catch(() => {});
  }

  async #end(): Promise<void> {
    const [status] = await once(this.#process, 'close').catch((problem: NodeJS.ErrnoException) => {
      throw new FfmpegProblem(problem.code === 'ENOENT' ? missing : `ffmpeg: ${problem.code}`);
    });
    if (status !== 0) throw new FfmpegProblem(`ffmpeg ended with ${status}: ${this.#problem.trim()}`);
  }
}
