/**
 * One JSON text a line. A line ends at 0x0A and nowhere else (a lone CR is white space inside JSON, and readline
 * would split there); the last line may leave its end out.
 */
import { FrameBuffer } from './frameBuffer.ts';
import { deliver, type FrameReader, type FrameSink, withoutMark } from './frameReader.ts';
import type { WireLimits } from './limits.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export class NdjsonReader implements FrameReader {
  readonly #limits: WireLimits;
  readonly #sink: FrameSink;
  readonly #begun = new FrameBuffer();
  #line = 1;
  #skipping = false;
  #stopped = false;

  constructor(limits: WireLimits, sink: FrameSink) {
    this.#limits = limits;
    this.#sink = sink;
  }

  get partial(): number {
    return this.#skipping || this.#begun.length > 0 ? this.#line : 0;
  }

  push(chunk: Buffer): void {
    let start = 0;
    while (start < chunk.length && !this.#stopped) {
      const end = chunk.indexOf(lineFeed, start);
      if (end === -1) this.#keep(chunk.subarray(start));
      else this.#finish(chunk.subarray(start, end));
      start = end === -1 ? chunk.length : end + 1;
    }
  }

  end(): void {
    if (this.partial > 0 && !this.#stopped) this.#finish(Buffer.alloc(0));
  }

  stop(): void {
    this.#stopped = true;
    this.#begun.clear();
  }

  /** One byte more than a frame may have is kept: it may be the CR of the line's end. */
  #keep(piece: Buffer): void {
    if (this.#skipping) return;
    if (this.#begun.length + piece.length > this.#limits.frameBytes + 1) this.#skip();
    else this.#begun.append(piece);
  }

  #skip(): void {
    this.#skipping = true;
    this.#begun.clear();
    this.#sink.refused('frame_too_large', false);
  }

  #finish(rest: Buffer): void {
    if (this.#begun.length > 0) this.#keep(rest);
    const line = this.#begun.length > 0 ? this.#begun.view() : rest;
    if (this.#skipping) this.#skipping = false;
    else this.#deliver(line);
    this.#begun.clear();
    this.#line++;
  }

  #deliver(line: Buffer): void {
    const text = line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
    if (text.length > this.#limits.frameBytes) this.#sink.refused('frame_too_large', false);
    else deliver(this.#line === 1 ? withoutMark(text) : text, this.#limits, this.#sink);
  }
}
