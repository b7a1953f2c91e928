/**
 * Decodes UTF-8 from a program to code points. A character may be split over any chunks. Each maximal part of an
 * invalid sequence becomes one U+FFFD, as in terminals and browsers. A byte order mark is dropped. Written by hand
 * because it runs over every byte of every session: the emulator's decoder drops invalid bytes, and TextDecoder would
 * need a second pass.
 */
export class Utf8Decoder {
  #codePoint = 0;
  #missing = 0;
  #lowest = 0x80;
  #highest = 0xbf;

  /** Writes code points to `target`, which must have room for one more than there are bytes. Returns their number. */
  decode(input: Uint8Array, target: Uint32Array): number {
    const length = input.length;
    let size = 0;
    let at = 0;
    while (at < length) {
      if (this.#missing > 0) {
        const taken = this.#continue(input[at]!);
        if (taken !== rejected) at++;
        if (taken !== incomplete) target[size++] = taken === rejected ? replacement : taken;
        continue;
      }
      let byte = input[at]!;
      while (byte < 0x80) {
        target[size++] = byte;
        if (++at === length) return size;
        byte = input[at]!;
      }
      const whole = decodeWholeSequence(input, at, byte);
      if (whole !== incomplete) {
        target[size++] = whole;
        at += whole < 0x800 ? 2 : whole < 0x10000 ? 3 : 4;
        continue;
      }
      at++;
      if (!this.#start(byte)) target[size++] = replacement;
    }
    return size;
  }

  clear(): void {
    this.#missing = 0;
  }

  /** The last input ended inside a character. */
  get isMidCharacter(): boolean {
    return this.#missing > 0;
  }

  /**
   * Handles a first byte. The allowed range of the next byte excludes overlong forms, surrogates and code points
   * above U+10FFFF.
   */
  #start(byte: number): boolean {
    if (byte < 0xc2 || byte > 0xf4) return false;
    this.#lowest = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
    this.#highest = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
    this.#missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    this.#codePoint = byte & (byte < 0xe0 ? 0x1f : byte < 0xf0 ? 0x0f : 0x07);
    return true;
  }

  /** An invalid continuation byte is not consumed. It is handled again as a first byte. */
  #continue(byte: number): number {
    if (byte < this.#lowest || byte > this.#highest) {
      this.#missing = 0;
      return rejected;
    }
    this.#lowest = 0x80;
    this.#highest = 0xbf;
    this.#codePoint = (this.#codePoint << 6) | (byte & 0x3f);
    const ended = --this.#missing === 0 && this.#codePoint !== byteOrderMark;
    return ended ? this.#codePoint : incomplete;
  }
}

const replacement = 0xfffd;
const byteOrderMark = 0xfeff;
const incomplete = -1;
const rejected = -2;

/** The usual case: a sequence that is valid and complete. A byte order mark takes the slow path. */
function decodeWholeSequence(input: Uint8Array, at: number, first: number): number {
  const second = input[at + 1]! ^ 0x80;
  if (!(second < 0x40)) return incomplete;
  if (first < 0xe0) return first < 0xc2 ? incomplete : ((first & 0x1f) << 6) | second;
  const third = input[at + 2]! ^ 0x80;
  if (!(third < 0x40)) return incomplete;
  if (first < 0xf0) {
    const codePoint = ((first & 0x0f) << 12) | (second << 6) | third;
    const odd =
      codePoint < 0x800 || (codePoint >= 0xd800 && codePoint <= 0xdfff) || codePoint === byteOrderMark;
    return odd ? incomplete : codePoint;
  }
  const fourth = input[at + 3]! ^ 0x80;
  if (!(fourth < 0x40)) return incomplete;
  const codePoint = ((first & 0x07) << 18) | (second << 12) | (third << 6) | fourth;
  return first > 0xf4 || codePoint < 0x10000 || codePoint > 0x10ffff ? incomplete : codePoint;
}
