/**
 * UTF-8 as it comes from a program, to code points. A character may be split over any chunks. What is not UTF-8
 * becomes U+FFFD, one for each maximal part of a sequence, as terminals and browsers do; a byte order mark is
 * dropped. Written by hand because this runs over every byte of every session: the emulator's own decoder drops
 * invalid bytes, and TextDecoder would have to be followed by a second pass.
 */
export class Utf8Decoder {
  #codePoint = 0;
  #missing = 0;
  #lowest = 0x80;
  #highest = 0xbf;

  /** Writes code points to `target`, which has room for one more than there are bytes; tells how many. */
  decode(input: Uint8Array, target: Uint32Array): number {
    const length = input.length;
    let size = 0;
    let at = 0;
    while (at < length) {
      if (this.#missing === 0) {
        let byte = input[at]!;
        while (byte < 0x80) {
          target[size++] = byte;
          if (++at === length) return size;
          byte = input[at]!;
        }
        at++;
        if (!this.#start(byte)) target[size++] = replacement;
        continue;
      }
      const byte = input[at]!;
      if (byte < this.#lowest || byte > this.#highest) {
        this.#missing = 0;
        target[size++] = replacement;
        continue;
      }
      at++;
      this.#lowest = 0x80;
      this.#highest = 0xbf;
      this.#codePoint = (this.#codePoint << 6) | (byte & 0x3f);
      if (--this.#missing === 0 && this.#codePoint !== byteOrderMark) target[size++] = this.#codePoint;
    }
    return size;
  }

  clear(): void {
    this.#missing = 0;
  }

  /** Takes a first byte. What may follow it rules out overlong forms, surrogates and what is past U+10FFFF. */
  #start(byte: number): boolean {
    if (byte < 0xc2 || byte > 0xf4) return false;
    this.#lowest = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
    this.#highest = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
    this.#missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    this.#codePoint = byte & (byte < 0xe0 ? 0x1f : byte < 0xf0 ? 0x0f : 0x07);
    return true;
  }
}

const replacement = 0xfffd;
const byteOrderMark = 0xfeff;
