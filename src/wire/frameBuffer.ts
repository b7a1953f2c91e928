/**
 * The bytes of a frame that arrives in pieces. It doubles as it grows, so one-byte pieces cost linear time and a
 * frame never holds more than twice its size (a list of one-byte chunks would hold two hundred times its size).
 */
const firstBytes = 1024;
const keptBytes = 64 * 1024;

export class FrameBuffer {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) this.#grow(length);
    piece.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  /** The frame so far; valid until the next `append`. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > keptBytes) this.#bytes = Buffer.alloc(0);
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(firstBytes, this.#bytes.length * 2, length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
