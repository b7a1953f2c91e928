/** Log files, one a day, in a folder that only its owner can read. */

import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { createPrivateDirectory } from './paths.ts';

const dayMs = 24 * 60 * 60 * 1000;
// Does not follow links, and does not block on a FIFO without a reader.
const safeFlags = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const appendFlags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | safeFlags;

export class LogFiles {
  readonly #directory: string;
  readonly #clock: Clock;
  #day = '';
  #fd: number | undefined;

  constructor(directory: string, clock: Clock) {
    this.#directory = directory;
    this.#clock = clock;
  }

  /** Synchronous, so that the last lines before a crash are not lost. */
  append(line: string): void {
    writeSync(this.#today(), `${line}\n`);
  }

  /** Deletes log files that were not modified for `maxDays`. Files that cannot be deleted are kept. */
  prune(maxDays: number): void {
    const oldest = this.#clock.wall() - maxDays * dayMs;
    for (const path of this.#files()) {
      try {
        if (statSync(path).mtimeMs < oldest) unlinkSync(path);
      } catch {}
    }
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #today(): number {
    const day = new Date(this.#clock.wall()).toISOString().slice(0, 10);
    if (day !== this.#day) this.close();
    this.#day = day;
    this.#fd ??= openRegularFile(this.#directory, `ptywright.${day}.log`);
    return this.#fd;
  }

  #files(): string[] {
    try {
      return readdirSync(this.#directory)
        .filter((name) => name.startsWith('ptywright.'))
        .map((name) => join(this.#directory, name));
    } catch {
      return [];
    }
  }
}

function openRegularFile(directory: string, name: string): number {
  createPrivateDirectory(directory);
  const path = join(directory, name);
  const fd = openSync(path, appendFlags, 0o600);
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new Error(`${path} is not a regular file`);
}
