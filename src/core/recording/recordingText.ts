/** A recording that is kept in memory until somebody asks for it: whole lines, up to a bound. */
import { limits } from '../limits.ts';

export class RecordingText {
  readonly path = null;
  readonly added = false;
  bytes = 0;
  lines = 0;
  readonly #lines: string[] = [];
  readonly #maxBytes: number;
  readonly #failed: (reason: string) => void;
  #over = false;

  constructor(maxBytes: number, failed: (reason: string) => void) {
    this.#maxBytes = Math.min(maxBytes, limits.recordingTextBytes);
    this.#failed = failed;
  }

  get text(): string {
    return this.#lines.join('');
  }

  read(from: number): Buffer {
    return Buffer.from(this.text).subarray(from, from + limits.recordingPartBytes);
  }

  write(line: string): void {
    if (this.#over) return;
    const bytes = Buffer.byteLength(line);
    this.#over = this.bytes + bytes > this.#maxBytes;
    if (this.#over) return this.#failed('full');
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
