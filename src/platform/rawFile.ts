/**
 * Files for the raw output of a program. A path may be malicious: a link to another file, a FIFO that blocks on open, a
 * device. A full or slow disk stops only the file.
 */

import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  statfsSync,
  unlinkSync,
  writev,
} from 'node:fs';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { type FileIdentity, readFileIdentity } from './fileReference.ts';
import { formatSystemError } from './systemErrors.ts';

export interface RawFileFailure {
  readonly path: string;
  /** A system error code, `queue_full` when the disk is too slow, or `vanished` when the file was unlinked. */
  readonly reason: string;
}

/**
 * Writes whole chunks in order. After a failure, which is reported once, nothing more is written. The file therefore
 * always holds the start of the output, without gaps.
 */
export interface RawFile {
  readonly path: string;
  readonly identity: FileIdentity;
  /** Bytes written or queued. After a failure, only what the file holds. */
  readonly bytes: number;
  /** Number of `write` calls that `bytes` includes in full. */
  readonly chunks: number;
  /** Copies the bytes and returns at once. */
  write(bytes: Uint8Array): void;
  /** Resolves when the queue is empty: all data was written, or dropped after a failure. */
  emptied(): Promise<void>;
  /** Resolves when all data was written, or dropped after a failure, and the file is closed. */
  close(): Promise<void>;
  /** Closes a file that nothing was written to. A file that was created for it is deleted. */
  discard(): void;
}

/** The content of an existing file, for the decision whether to append to it. */
export interface ExistingFile {
  readonly bytes: number;
  /** The first 4096 bytes, as text. */
  readonly head: string;
  readonly endsLine: boolean;
}

interface RawFileOptions {
  readonly append: boolean;
  /** The parameter that named the file. */
  readonly parameter?: string;
  /** Each chunk is a line. After a failure, a partial line is removed from the file. */
  readonly lines?: boolean;
  /** Returns why the file cannot be appended to, or null. */
  readonly checkExisting?: (existing: ExistingFile) => string | null;
}

/**
 * Raises FileRefused. A new file is readable by its owner only. An existing file is rejected, or kept with `append`.
 */
export function openRawFile(
  path: string,
  { append, parameter = 'raw_transcript_path', lines = false, checkExisting }: RawFileOptions,
  failed: (failure: RawFileFailure) => void,
): RawFile {
  const refused = (reason: string) => raiseFileRefused(parameter, path, reason);
  if (path === '' || path.includes('\0')) refused('EINVAL');
  const kind = append
    ? (specialFileKind(tryStat(path)) ?? (isOnKernelFileSystem(path) ? 'not_a_file' : undefined))
    : undefined;
  if (kind !== undefined) refused(kind);
  const access = checkExisting ? O_RDWR : O_WRONLY;
  const fd = openSafely(path, access | (append ? constants.O_APPEND : constants.O_EXCL), refused);
  const reason = append ? (checkOwnFile(fstatSync(fd)) ?? checkExisting?.(readExisting(fd)) ?? null) : null;
  if (reason !== null) {
    closeSync(fd);
    refused(reason);
  }
  return new QueuedFile(path, fd, { isNew: !append, lines }, failed);
}

const { O_WRONLY, O_RDWR, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const ownerOnly = 0o600;

/** O_NONBLOCK prevents blocking on a FIFO that was created after the check. */
function openSafely(path: string, how: number, refused: (reason: string) => never): number {
  try {
    return openSync(path, O_CREAT | O_NOFOLLOW | O_NONBLOCK | how, ownerOnly);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return refused(code === 'ELOOP' ? 'symlink' : (code ?? 'EIO'));
  }
}

const maxHeadBytes = 4096;

function readExisting(fd: number): ExistingFile {
  const bytes = fstatSync(fd).size;
  const head = Buffer.alloc(Math.min(bytes, maxHeadBytes));
  readSync(fd, head, 0, head.length, 0);
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, Math.max(0, bytes - 1));
  return { bytes, head: head.toString('utf8'), endsLine: bytes === 0 || last.toString() === '\n' };
}

const fileKinds = [
  ['symlink', (stats: Stats) => stats.isSymbolicLink()],
  ['directory', (stats: Stats) => stats.isDirectory()],
  ['fifo', (stats: Stats) => stats.isFIFO()],
  ['socket', (stats: Stats) => stats.isSocket()],
  ['device', (stats: Stats) => stats.isCharacterDevice() || stats.isBlockDevice()],
] as const;

/** Checked before opening too, because some devices act when they are opened. */
const specialFileKind = (stats: Stats | null): string | undefined =>
  stats === null ? undefined : fileKinds.find(([, is]) => is(stats))?.[0];

function tryStat(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

/**
 * Type numbers of kernel file systems. Their files look regular, but a write to one acts on the kernel or on the memory
 * of this process.
 */
const kernelFileSystems = new Set([
  0x9fa0, 0x62656572, 0x64626720, 0x27e0eb, 0x63677270, 0x73636673, 0x74726163,
]);

function isOnKernelFileSystem(path: string): boolean {
  try {
    return kernelFileSystems.has(statfsSync(path).type);
  } catch {
    return false;
  }
}

/** A file with a hard link may be another file that an attacker linked here. */
export function checkOwnFile(stats: Stats): string | null {
  if (!stats.isFile()) return 'not_a_file';
  if (process.getuid !== undefined && stats.uid !== process.getuid()) return 'not_owner';
  return stats.nlink > 1 ? 'hard_link' : null;
}

const raiseFileRefused = (path: string, file: string, reason: string): never =>
  raise(fault.FileRefused({ path, file, reason }, formatSystemError('file', `The file ${file}`, reason)));

interface QueuedFileOptions {
  readonly isNew: boolean;
  readonly lines: boolean;
}

/** Combines small chunks into few system calls. The kernel accepts up to 1024. */
const maxChunksPerWrite = 256;

class QueuedFile implements RawFile {
  readonly path: string;
  readonly identity: FileIdentity;
  bytes = 0;
  chunks = 0;
  readonly #fd: number;
  readonly #options: QueuedFileOptions;
  readonly #onFailure: (failure: RawFileFailure) => void;
  readonly #waiting: (() => void)[] = [];
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  /** Bytes of the first queued chunk that are already in the file. */
  #partialBytes = 0;
  #writing = false;
  #accepts = true;
  #hasFailed = false;
  #closed: Promise<void> | undefined;

  constructor(
    path: string,
    fd: number,
    options: QueuedFileOptions,
    failed: (failure: RawFileFailure) => void,
  ) {
    this.path = path;
    this.identity = readFileIdentity(fd);
    this.#fd = fd;
    this.#options = options;
    this.#onFailure = failed;
  }

  write(bytes: Uint8Array): void {
    if (!this.#accepts || bytes.length === 0) return;
    if (this.#queuedBytes + bytes.length > limits.rawFileQueueBytes) {
      this.#fail('queue_full');
      return;
    }
    this.#queue.push(Buffer.from(bytes));
    this.#queuedBytes += bytes.length;
    this.bytes += bytes.length;
    this.chunks++;
    this.#pump();
  }

  close(): Promise<void> {
    this.#accepts = false;
    this.#closed ??= this.emptied().then(() => {
      if (fstatSync(this.#fd).nlink === 0) this.#fail('vanished');
      // Synchronous, not in the thread pool: shieldedFork in pty/nativePty.ts requires that no descriptor is freed
      // during a fork.
      closeSync(this.#fd);
    });
    return this.#closed;
  }

  discard(): void {
    const { dev, ino } = fstatSync(this.#fd);
    const there = tryStat(this.path);
    this.#hasFailed = true;
    if (this.#options.isNew && there?.dev === dev && there.ino === ino) unlinkSync(this.path);
    void this.close();
  }

  emptied(): Promise<void> {
    return this.#writing ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }

  #pump(): void {
    if (this.#writing) return;
    this.#writing = true;
    acquireWriteSlot(() => this.#writeSome());
  }

  #writeSome(): void {
    const chunks = this.#queue.slice(0, maxChunksPerWrite);
    if (this.#partialBytes > 0) chunks[0] = chunks[0]!.subarray(this.#partialBytes);
    writev(this.#fd, chunks, null, (error, written) => {
      releaseWriteSlot();
      this.#writing = false;
      if (error === null) this.#removeWritten(written);
      else this.#dropQueue(error.code ?? 'EIO');
      if (this.#queue.length > 0) this.#pump();
      else for (const resolve of this.#waiting.splice(0)) resolve();
    });
  }

  /** A disk that is nearly full accepts part of a write. */
  #removeWritten(written: number): void {
    this.#queuedBytes -= written;
    let left = written + this.#partialBytes;
    let whole = 0;
    for (const chunk of this.#queue) {
      if (chunk.length > left) break;
      left -= chunk.length;
      whole++;
    }
    this.#queue.splice(0, whole);
    this.#partialBytes = left;
  }

  #dropQueue(reason: string): void {
    this.bytes -= this.#queuedBytes;
    this.chunks -= this.#queue.length;
    if (this.#options.lines && this.#partialBytes > 0) this.#truncatePartialLine();
    this.#queue = [];
    this.#partialBytes = 0;
    this.#queuedBytes = 0;
    this.#fail(reason);
  }

  #truncatePartialLine(): void {
    try {
      ftruncateSync(this.#fd, fstatSync(this.#fd).size - this.#partialBytes);
      this.bytes -= this.#partialBytes;
    } catch {
      // The partial line stays and is counted.
    }
  }

  #fail(reason: string): void {
    this.#accepts = false;
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#onFailure({ path: this.path, reason });
  }
}

/** A slow disk blocks a thread of the pool for each write, and the pool has four threads for the whole process. */
const maxConcurrentWrites = 2;
const waitingWrites: (() => void)[] = [];
let activeWrites = 0;

function acquireWriteSlot(go: () => void): void {
  if (activeWrites === maxConcurrentWrites) {
    waitingWrites.push(go);
    return;
  }
  activeWrites++;
  go();
}

function releaseWriteSlot(): void {
  const next = waitingWrites.shift();
  if (next === undefined) activeWrites--;
  else next();
}
