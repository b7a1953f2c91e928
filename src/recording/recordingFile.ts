/** The recording formats, and where a recording is written: to a file or to a buffer in memory. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { readFilePart } from '#platform/fileReference.ts';
import { type ExistingFile, openRawFile, type RawFile } from '#platform/rawFile.ts';
import { formatSystemError } from '#platform/systemErrors.ts';

/** Patterns that match the first line of each format. */
const firstLinePatterns = {
  'asciicast-v2': /^\{.*"version": ?2\b/,
  'asciicast-v3': /^\{.*"version": ?3\b/,
  'actions-json': /^\{.*"recording": ?"actions"/,
  'jsonl-frames': /^\{.*"direction": ?"/,
} as const;

export type RecordingFormat = keyof typeof firstLinePatterns;
export const recordingFormats = Object.keys(firstLinePatterns) as [RecordingFormat, ...RecordingFormat[]];

/** Returns why the file must not be appended to, or null. Appending would damage a file of another format. */
function findAppendProblem(format: RecordingFormat, { bytes, head, endsLine }: ExistingFile): string | null {
  if (bytes === 0) return null;
  if (!firstLinePatterns[format].test(head)) return 'not_a_recording';
  return endsLine ? null : 'unfinished_line';
}

interface RecordingFileOptions {
  readonly path: string;
  readonly format: RecordingFormat;
  readonly append: boolean;
  /** Limit for this recording, without earlier content of the file. */
  readonly maxBytes: number;
  /** Called once when writing ends: `full`, or the system error. */
  readonly failed: (reason: string) => void;
}

const vanishedFault = (file: string) =>
  fault.FileRefused(
    { path: 'recording', file, reason: 'vanished' },
    formatSystemError('recording', `The file ${file}`, 'vanished'),
  );

export class RecordingFile {
  readonly path: string;
  /** The file had content before. */
  readonly added: boolean;
  readonly #maxBytes: number;
  readonly #onFailed: (reason: string) => void;
  readonly #file: RawFile;
  #ended = false;

  /** Raises FileRefused. */
  constructor({ path, format, append, maxBytes, failed }: RecordingFileOptions) {
    let added = false;
    const admit = (existing: Parameters<typeof findAppendProblem>[1]) => {
      added = existing.bytes > 0;
      return findAppendProblem(format, existing);
    };
    this.#file = openRawFile(
      path,
      { append, parameter: 'path', lines: true, checkExisting: admit },
      ({ reason }) => this.#fail(reason),
    );
    this.path = path;
    this.added = added;
    this.#maxBytes = maxBytes;
    this.#onFailed = failed;
  }

  /** Bytes of this recording. After a failure, the bytes that are on disk. */
  get bytes(): number {
    return this.#file.bytes;
  }

  get lines(): number {
    return this.#file.chunks;
  }

  /** A line that does not fit ends the file, because later lines would not match the incomplete recording. */
  write(line: string): void {
    if (this.#ended) return;
    const bytes = Buffer.from(line);
    if (this.bytes + bytes.length > this.#maxBytes) return this.#fail('full');
    this.#file.write(bytes);
  }

  /** Reads a part from a byte offset. Raises FileRefused if the file is missing or was replaced. */
  read(from: number): Buffer {
    const { path, identity } = this.#file;
    return readFilePart({ path, identity }, from, limits.recordingPartBytes) ?? raise(vanishedFault(path));
  }

  emptied(): Promise<void> {
    return this.#file.emptied();
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** Deletes a new file if nothing was recorded. */
  discard(): void {
    this.#file.discard();
  }

  #fail(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onFailed(reason);
  }
}

/** A recording in memory: whole lines, up to a limit. */
export class RecordingBuffer {
  readonly path = null;
  readonly added = false;
  bytes = 0;
  lines = 0;
  readonly #lines: string[] = [];
  readonly #maxBytes: number;
  readonly #onFailed: (reason: string) => void;
  #ended = false;

  constructor(maxBytes: number, failed: (reason: string) => void) {
    this.#maxBytes = Math.min(maxBytes, limits.recordingTextBytes);
    this.#onFailed = failed;
  }

  get text(): string {
    return this.#lines.join('');
  }

  read(from: number): Buffer {
    return Buffer.from(this.text).subarray(from, from + limits.recordingPartBytes);
  }

  write(line: string): void {
    if (this.#ended) return;
    const bytes = Buffer.byteLength(line);
    this.#ended = this.bytes + bytes > this.#maxBytes;
    if (this.#ended) return this.#onFailed('full');
    this.bytes += bytes;
    this.lines += 1;
    this.#lines.push(line);
  }

  emptied(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
