/** Feeds a corpus to a screen, one screenful at a time. */

/** Enough bytes to rewrite every row. */
export const screenful = (rows: number, cols: number) => rows * cols * 4;

/** A terminal puts a carriage return before each line feed that a program prints. */
export const asTerminalsPrint = (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1');

export class Output {
  readonly #bytes: Buffer;
  readonly #size: number;
  #at = 0;

  constructor(bytes: Buffer, size: number) {
    this.#bytes = bytes;
    this.#size = size;
  }

  next(): Buffer {
    if (this.#at + this.#size > this.#bytes.length / 2) this.#at = 0;
    this.#at += this.#size;
    return this.#bytes.subarray(this.#at - this.#size, this.#at);
  }
}
