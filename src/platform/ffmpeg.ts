/** The wrapper of ffmpeg, if installed: encodes pixels as a video. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export class FfmpegError extends Error {}

interface VideoSize {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
}

const maxErrorChars = 2000;

export const ffmpegMissing =
  'ffmpeg is not installed, and this video format needs it: install ffmpeg, or write a .gif';

/** Whether ffmpeg is in PATH, for callers that must know before they render. */
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

  /** Accepts RGB, three bytes a pixel. Pads the size to even numbers, which most formats require. */
  constructor({ width, height, fps }: VideoSize, path: string) {
    const from = `-f rawvideo -pix_fmt rgb24 -s ${width}x${height} -r ${fps} -i -`.split(' ');
    const to = ['-vf', 'pad=ceil(iw/2)*2:ceil(ih/2)*2', '-pix_fmt', 'yuv420p', '-y', `file:${path}`];
    this.#process = spawn('ffmpeg', ['-loglevel', 'error', '-nostdin', ...from, ...to], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    this.#process.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#problem = (this.#problem + text).slice(-maxErrorChars);
    });
    this.#process.stdin!.on('error', () => {});
    this.#ended = this.#end();
    this.#ended.catch(() => {});
  }

  /** Resolves when more data is accepted. Raises FfmpegError. */
  async write(rgb: Uint8Array): Promise<void> {
    const { stdin } = this.#process;
    if (stdin!.write(rgb)) return;
    // If the process has ended, its exit error is more useful than the broken pipe.
    await Promise.race([once(stdin!, 'drain').catch(() => this.#ended), this.#ended]);
  }

  /** Resolves when the file is complete. Raises FfmpegError. */
  finish(): Promise<void> {
    this.#process.stdin!.end();
    return this.#ended;
  }

  /** Resolves when the process has ended. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended.catch(() => {});
  }

  async #end(): Promise<void> {
    const [status] = await once(this.#process, 'close').catch((problem: NodeJS.ErrnoException) => {
      throw new FfmpegError(problem.code === 'ENOENT' ? ffmpegMissing : `ffmpeg: ${problem.code}`);
    });
    if (status !== 0) throw new FfmpegError(`ffmpeg exited with ${status}: ${this.#problem.trim()}`);
  }
}
