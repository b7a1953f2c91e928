/**
 * Files that take a program's raw output. A path comes from a caller and may be a trap: a link to another file, a FIFO
 * that blocks whoever opens it, a device. And a disk may fill up or stall, which must stop the file and nothing else.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  statfsSync,
  unlinkSync,
  writev,
} from 'node:fs';
import { fault, raise } from '../core/faults.ts';
import { limits } from '../core/limits.ts';
import { type FileIdentity, identityOf } from './filePart.ts';
import { tellRefusal } from './refusals.ts';

export interface RawFileFailure {
  readonly path: string;
  /** The system error's name, `queue_full` when the disk is too slow, `vanished` when the file has lost its name. */
  readonly reason: string;
}

/**
 * Whole chunks in order. After a failure, told once, nothing more is written, so that what the file holds is always
 * the beginning of the output, without a hole.
 */
export interface RawFile {
  readonly path: string;
  readonly identity: FileIdentity;
  /** Copies the bytes and returns at once. */
  write(bytes: Uint8Array): void;
  /** Resolves when nothing waits any more: all that was taken before is with the system, or lost by a failure. */
  emptied(): Promise<void>;
  /** Resolves when all that was taken is with the system, or lost by a failure. */
  close(): Promise<void>;
  /** Nothing was written, and nothing will be: a file that was made for it goes again. */
  discard(): void;
}

/** What an existing file holds, for who has to say whether something may be added to it. */
export interface Existing {
  readonly bytes: number;
  /** Its first bytes. */
  readonly head: string;
  readonly endsLine: boolean;
}

export interface RawFileTerms {
  readonly append: boolean;
  /** The parameter that named the file. */
  readonly parameter?: string;
  /** Why nothing may be added to what is there, or null. */
  readonly admit?: (existing: Existing) => string | null;
}

/** Raises FileRefused. A new file is its owner's only; an existing one is refused, or with `append` kept as it is. */
export function openRawFile(
  path: string,
  { append, parameter = 'raw_transcript_path', admit }: RawFileTerms,
  failed: (failure: RawFileFailure) => void,
): RawFile {
  const refused = (reason: string) => refuse(parameter, path, reason);
  if (path === '' || path.includes('\0')) refused('EINVAL');
  const kind = append ? (kindOf(statOf(path)) ?? (isKernels(path) ? 'not_a_file' : undefined)) : undefined;
  if (kind !== undefined) refused(kind);
  const access = admit ? O_RDWR : O_WRONLY;
  const fd = openQuietly(path, access | (append ? constants.O_APPEND : constants.O_EXCL), refused);
  const reason = append ? (ownFile(fstatSync(fd)) ?? admit?.(existingIn(fd)) ?? null) : null;
  if (reason !== null) {
    closeSync(fd);
    refused(reason);
  }
  return new QueuedFile(path, fd, !append, failed);
}

const { O_WRONLY, O_RDWR, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const ownerOnly = 0o600;

/** O_NONBLOCK: a FIFO that was put there since we looked must not hold us. */
function openQuietly(path: string, how: number, refused: (reason: string) => never): number {
  try {
    return openSync(path, O_CREAT | O_NOFOLLOW | O_NONBLOCK | how, ownerOnly);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return refused(code === 'ELOOP' ? 'symlink' : (code ?? 'EIO'));
  }
}

const headBytes = 4096;

function existingIn(fd: number): Existing {
  const bytes = fstatSync(fd).size;
  const head = Buffer.alloc(Math.min(bytes, headBytes));
  readSync(fd, head, 0, head.length, 0);
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, Math.max(0, bytes - 1));
  return { bytes, head: head.toString('utf8'), endsLine: bytes === 0 || last.toString() === '\n' };
}

const kinds = [
  ['symlink', (stats: Stats) => stats.isSymbolicLink()],
  ['directory', (stats: Stats) => stats.isDirectory()],
  ['fifo', (stats: Stats) => stats.isFIFO()],
  ['socket', (stats: Stats) => stats.isSocket()],
  ['device', (stats: Stats) => stats.isCharacterDevice() || stats.isBlockDevice()],
] as const;

/** Looked at before opening as well: some devices act when they are opened. */
const kindOf = (stats: Stats | null): string | undefined =>
  stats === null ? undefined : kinds.find(([, is]) => is(stats))?.[0];

function statOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

/** Some look like regular files: to write to one is to tell the kernel something, such as about our own memory. */
const kernelFileSystems = new Set([
  0x9fa0, 0x62656572, 0x64626720, 0x27e0eb, 0x63677270, 0x73636673, 0x74726163,
]);

function isKernels(path: string): boolean {
  try {
    return kernelFileSystems.has(statfsSync(path).type);
  } catch {
    return false;
  }
}

/** A second name may be one that somebody else chose for our file. */
export function ownFile(stats: Stats): string | null {
  if (!stats.isFile()) return 'not_a_file';
  if (process.getuid !== undefined && stats.uid !== process.getuid()) return 'not_owner';
  return stats.nlink > 1 ? 'hard_link' : null;
}

const refuse = (path: string, file: string, reason: string): never =>
  raise(fault.FileRefused({ path, file, reason }, tellRefusal('file', `The file ${file}`, reason)));

/** Few system calls for many small chunks; the kernel takes up to 1024. */
const chunksAtOnce = 256;

class QueuedFile implements RawFile {
  readonly path: string;
  readonly identity: FileIdentity;
  readonly #fd: number;
  readonly #isNew: boolean;
  readonly #failed: (failure: RawFileFailure) => void;
  readonly #waiting: (() => void)[] = [];
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #writing = false;
  #takes = true;
  #hasFailed = false;
  #closed: Promise<void> | undefined;

  constructor(path: string, fd: number, isNew: boolean, failed: (failure: RawFileFailure) => void) {
    this.path = path;
    this.identity = identityOf(fd);
    this.#fd = fd;
    this.#isNew = isNew;
    this.#failed = failed;
  }

  write(bytes: Uint8Array): void {
    if (!this.#takes || bytes.length === 0) return;
    if (this.#queuedBytes + bytes.length > limits.rawFileQueueBytes) {
      this.#fail('queue_full');
      return;
    }
    this.#queue.push(Buffer.from(bytes));
    this.#queuedBytes += bytes.length;
    this.#pump();
  }

  close(): Promise<void> {
    this.#takes = false;
    this.#closed ??= this.emptied().then(() => {
      if (fstatSync(this.#fd).nlink === 0) this.#fail('vanished');
      // Not in the thread pool: see pty/shieldedFork.ts, for which numbers must not become free while it forks.
      closeSync(this.#fd);
    });
    return this.#closed;
  }

  discard(): void {
    const { dev, ino } = fstatSync(this.#fd);
    const there = statOf(this.path);
    this.#hasFailed = true;
    if (this.#isNew && there?.dev === dev && there.ino === ino) unlinkSync(this.path);
    void this.close();
  }

  emptied(): Promise<void> {
    return this.#writing ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }

  #pump(): void {
    if (this.#writing) return;
    this.#writing = true;
    enterLane(() => this.#writeSome());
  }

  #writeSome(): void {
    writev(this.#fd, this.#queue.slice(0, chunksAtOnce), null, (error, written) => {
      leaveLane();
      this.#writing = false;
      if (error === null) this.#took(written);
      else this.#lose(error.code ?? 'EIO');
      if (this.#queue.length > 0) this.#pump();
      else for (const resolve of this.#waiting.splice(0)) resolve();
    });
  }

  /** A disk that is nearly full takes part of a write. */
  #took(written: number): void {
    this.#queuedBytes -= written;
    let left = written;
    let whole = 0;
    for (const chunk of this.#queue) {
      if (chunk.length > left) break;
      left -= chunk.length;
      whole++;
    }
    this.#queue.splice(0, whole);
    if (left > 0) this.#queue[0] = this.#queue[0]!.subarray(left);
  }

  #lose(reason: string): void {
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#fail(reason);
  }

  #fail(reason: string): void {
    this.#takes = false;
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#failed({ path: this.path, reason });
  }
}

/** A stalled disk holds a thread of the pool for every write, and the pool has four for the whole process. */
const lanes = 2;
const waiting: (() => void)[] = [];
let taken = 0;

function enterLane(go: () => void): void {
  if (taken === lanes) {
    waiting.push(go);
    return;
  }
  taken++;
  go();
}

function leaveLane(): void {
  const next = waiting.shift();
  if (next === undefined) taken--;
  else next();
}
