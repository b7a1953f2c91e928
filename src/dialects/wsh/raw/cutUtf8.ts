/** Bytes as stretches that are text and stretches that are none, without the beginning of a character at their end. */
import { isUtf8 } from 'node:buffer';

export interface Utf8Part {
  readonly text: boolean;
  readonly bytes: Uint8Array;
}

export interface CutUtf8 {
  readonly parts: readonly Utf8Part[];
  /** What may be a character once more has come. */
  readonly rest: Uint8Array;
}

export function cutUtf8(bytes: Uint8Array): CutUtf8 {
  const end = bytes.length - unfinished(bytes);
  const rest = bytes.subarray(end);
  const whole = bytes.subarray(0, end);
  if (isUtf8(whole)) return { parts: whole.length > 0 ? [{ text: true, bytes: whole }] : [], rest };
  return { parts: cut(whole), rest };
}

function cut(bytes: Uint8Array): readonly Utf8Part[] {
  const parts: Utf8Part[] = [];
  let from = 0;
  let text = characterAt(bytes, 0) > 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterAt(bytes, at);
    if (length > 0 !== text) {
      parts.push({ text, bytes: bytes.subarray(from, at) });
      from = at;
      text = !text;
    }
    at += length || 1;
  }
  parts.push({ text, bytes: bytes.subarray(from) });
  return parts;
}

/** How long the character is that stands there; 0 when there is none. */
function characterAt(bytes: Uint8Array, at: number): number {
  const length = lengthBy(bytes[at]!);
  if (length === 1) return bytes[at]! < 0x80 ? 1 : 0;
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}

/** Bytes at the end that more may make a character of. */
function unfinished(bytes: Uint8Array): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count++) {
    const byte = bytes.at(-count)!;
    if (isContinuation(byte)) continue;
    return lengthBy(byte) > count ? count : 0;
  }
  return 0;
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80;

/** Of a character that begins with this byte; 1 where none of several bytes does. */
function lengthBy(byte: number): number {
  if (byte < 0xc2 || byte > 0xf4) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}
