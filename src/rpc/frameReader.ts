/** Shared code of the frame readers: nesting check, JSON parsing and a growing buffer. */
import type { ChannelLimits } from './channelLimits.ts';
import type { ProtocolErrorReason } from './protocolErrors.ts';

const quote = 0x22;
const backslash = 0x5c;
const openers = { array: 0x5b, object: 0x7b };
const closers = { array: 0x5d, object: 0x7d };

/**
 * Checks the nesting on the bytes: JSON.parse survives any depth, but JSON.stringify and recursive functions do not.
 * Returns `deep` if brackets nest deeper than `limit` and all are closed. A deep text with unclosed brackets is not
 * JSON: it is `open`, and is answered as a parse error without parsing it.
 */
export function checkNesting(bytes: Uint8Array, limit: number): 'shallow' | 'deep' | 'open' {
  if (bytes.length <= limit) return 'shallow';
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === openers.array || byte === openers.object) {
      if (++depth > deepest) deepest = depth;
    } else if (byte === closers.array || byte === closers.object) depth--;
  }
  if (deepest <= limit) return 'shallow';
  return depth === 0 ? 'deep' : 'open';
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** Receives the JSON values and errors of a reader. */
export interface FrameSink {
  /** `text` is the source of the value. */
  value(value: unknown, text: string): void;
  /**
   * A `final` error means that the framing is lost and the reader accepts no more input. `beginning` holds the bytes
   * read so far of a frame that is too long.
   */
  refused(reason: ProtocolErrorReason, final: boolean, beginning?: Buffer): void;
}

export interface FrameReader {
  push(chunk: Buffer): void;
  /** The input has ended. Delivers a complete frame that lacks its terminator; rejects an incomplete one. */
  end(): void;
  /** Accepts no more input, not even the rest of the chunk being read. */
  stop(): void;
  /** The number of the incomplete frame; 0 between frames. */
  readonly partial: number;
}

// The byte order mark is kept here, so that only one at the very start of a stream is accepted.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Delivers the payload of a frame as a value. Ignores a blank payload. */
export function deliverFrame(payload: Buffer, limits: ChannelLimits, sink: FrameSink): void {
  if (isBlank(payload)) return;
  const read = parseJson(payload, limits);
  if ('refused' in read) sink.refused(read.refused, false);
  else sink.value(read.value, read.text);
}

type JsonResult =
  | { readonly value: unknown; readonly text: string }
  | { readonly refused: ProtocolErrorReason };

const nestingErrors = { deep: 'too_deep', open: 'not_json' } as const;

function parseJson(payload: Buffer, limits: ChannelLimits): JsonResult {
  const text = decodeUtf8(payload);
  if (text === null) return { refused: 'not_utf8' };
  const depth = checkNesting(payload, limits.jsonDepth);
  if (depth !== 'shallow') return { refused: nestingErrors[depth] };
  try {
    return { value: JSON.parse(text), text };
  } catch {
    return { refused: 'not_json' };
  }
}

/** Removes a byte order mark before the first frame. */
export function stripByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

export function isBlank(payload: Buffer): boolean {
  for (const byte of payload) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d && byte !== 0x0a) return false;
  }
  return true;
}

function decodeUtf8(payload: Buffer): string | null {
  try {
    return utf8.decode(payload);
  } catch {
    return null;
  }
}

const initialBytes = 1024;
const maxRetainedBytes = 64 * 1024;

/**
 * Holds the bytes of a frame that arrives in pieces. Doubles when it grows, so one-byte pieces take linear time. It
 * never holds more than twice the frame size; a list of one-byte chunks would hold two hundred times as much.
 */
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
    if (this.#bytes.length > maxRetainedBytes) this.#bytes = Buffer.alloc(0);
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(initialBytes, this.#bytes.length * 2, length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
