/** The file of a recording: whole lines, up to a bound, each with the system as soon as it is known. */
import { readPart } from '../../platform/filePart.ts';
import { openRawFile, type RawFile } from '../../platform/files.ts';
import { tellRefusal } from '../../platform/refusals.ts';
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { type RecordingFormat, refuseToAdd } from './formats.ts';

export interface RecordingFileTerms {
  readonly path: string;
  readonly format: RecordingFormat;
  readonly append: boolean;
  /** Of what is written now, whatever stands in the file. */
  readonly maxBytes: number;
  /** Told once why nothing more is written: `full`, or what the file says. */
  readonly failed: (reason: string) => void;
}

const vanished = (file: string) =>
  fault.FileRefused(
    { path: 'recording', file, reason: 'vanished' },
    tellRefusal('recording', `The file ${file}`, 'vanished'),
  );

export class RecordingFile {
  readonly path: string;
  /** Something stood in it before. */
  readonly added: boolean;
  bytes = 0;
  lines = 0;
  readonly #maxBytes: number;
  readonly #failed: (reason: string) => void;
  readonly #file: RawFile;
  #over = false;

  /** Raises FileRefused. */
  constructor({ path, format, append, maxBytes, failed }: RecordingFileTerms) {
    let added = false;
    const admit = (existing: Parameters<typeof refuseToAdd>[1]) => {
      added = existing.bytes > 0;
      return refuseToAdd(format, existing);
    };
    this.#file = openRawFile(path, { append, parameter: 'path', admit }, ({ reason }) => this.#fail(reason));
    this.path = path;
    this.added = added;
    this.#maxBytes = maxBytes;
    this.#failed = failed;
  }

  /** A line that does not fit is the end: what comes after it would be told of something that never was. */
  write(line: string): void {
    if (this.#over) return;
    const bytes = Buffer.from(line);
    if (this.bytes + bytes.length > this.#maxBytes) return this.#fail('full');
    this.bytes += bytes.length;
    this.lines += 1;
    this.#file.write(bytes);
  }

  /** A part of what is in it, from a byte on. Raises FileRefused where it is gone, also where another has its name. */
  read(from: number): Buffer {
    const { path, identity } = this.#file;
    return readPart({ path, identity }, from, limits.recordingPartBytes) ?? raise(vanished(path));
  }

  emptied(): Promise<void> {
    return this.#file.emptied();
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** Nothing was recorded: a file that was made for it goes again. */
  discard(): void {
    this.#file.discard();
  }

  #fail(reason: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#failed(reason);
  }
}
