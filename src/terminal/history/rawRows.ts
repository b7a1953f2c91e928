/**
 * The newest rows that scrolled off, not packed yet. In a flood most rows are dropped before they are read, and never
 * need packing.
 */
import { limits } from '#limits.ts';
import { isUncertain } from '../print.ts';
import { type BufferLine, wordsPerCell } from '../xterm.ts';

/** The instances that hold rows. The first one has held rows for the longest time. */
const holders = new Set<RawRows>();
let heldBytes = 0;
/**
 * Lines of one width that are no longer needed, for the next rows. The cells of a new line are outside of the heap,
 * which takes longer to collect than to pack the row.
 */
const spareLines: BufferLine[] = [];

/** Returns a line of the same width, with any content. */
export function spareLine(like: BufferLine): BufferLine {
  const line = spareLines.pop();
  if (line?.length === like.length) return line;
  spareLines.length = 0;
  return like.clone();
}

/** Call when no one reads these lines anymore. Held and spare lines together stay within the limit. */
export function reuseLines(lines: readonly BufferLine[]): void {
  if (lines.length === 0) return;
  const { length } = lines[0]!;
  if (spareLines[0]?.length !== length) spareLines.length = 0;
  const most = (limits.rawRowBytes - heldBytes) / lineBytes(length);
  for (const line of lines) if (spareLines.length < most && line.length === length) spareLines.push(line);
}

export class RawRows {
  readonly #pack: () => void;
  #lines: BufferLine[] = [];
  /** Index of the oldest row. Once rows are replaced, the list is a ring buffer. */
  #oldest = 0;
  #bytes = 0;

  /** `pack` is called when all sessions together hold too many bytes. It must drain these rows. */
  constructor(pack: () => void) {
    this.#pack = pack;
  }

  get length(): number {
    return this.#lines.length;
  }

  /** Index 0 is the oldest row. */
  readonly get = (index: number): BufferLine | undefined =>
    this.#lines[(this.#oldest + index) % this.#lines.length];

  add(line: BufferLine): void {
    this.#lines.push(line);
    this.#addBytes(lineBytes(line.length));
    holders.add(this);
    for (const other of holders) {
      if (heldBytes <= limits.rawRowBytes) break;
      if (other !== this) other.#pack();
    }
  }

  /** Adds a row of the same width and returns the oldest one. */
  replaceOldest(line: BufferLine): BufferLine {
    const oldest = this.#lines[this.#oldest]!;
    this.#lines[this.#oldest] = line;
    this.#oldest = (this.#oldest + 1) % this.#lines.length;
    return oldest;
  }

  /** Removes all rows and returns them, oldest first. */
  drain(): BufferLine[] {
    const lines = [...this.#lines.slice(this.#oldest), ...this.#lines.slice(0, this.#oldest)];
    this.#lines = [];
    this.#oldest = 0;
    this.#addBytes(-this.#bytes);
    holders.delete(this);
    return lines;
  }

  /** Whether the newest row is uncertain. `above` is whether the row before the oldest one is. */
  endsUncertain(above: boolean): boolean {
    return isUncertain(this, this.length - 1, () => above);
  }

  #addBytes(bytes: number): void {
    this.#bytes += bytes;
    heldBytes += bytes;
  }
}

export const lineBytes = (cols: number): number => cols * wordsPerCell * Uint32Array.BYTES_PER_ELEMENT;
