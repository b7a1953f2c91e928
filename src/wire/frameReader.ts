/** What both framings have in common: bytes go in, JSON values and refusals come out. */
import { nesting } from './depth.ts';
import type { WireLimits } from './limits.ts';
import type { RefusalReason } from './refusal.ts';

export interface FrameSink {
  /** `text` is what it was read from. */
  value(value: unknown, text: string): void;
  /** After a refusal that is `final` the framing is lost, and the reader takes no more. */
  refused(reason: RefusalReason, final: boolean): void;
}

export interface FrameReader {
  push(chunk: Buffer): void;
  /** The input has ended: a frame that is complete without its terminator is delivered, a torn one refused. */
  end(): void;
  /** Takes nothing more, not even the rest of the chunk that is being read. */
  stop(): void;
  /** The number of the frame that has begun and not ended; 0 between frames. */
  readonly partial: number;
}

// A byte order mark is kept here, so that only the one at the very start of a stream is tolerated.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Delivers one frame's payload as a value; a blank payload is no message. */
export function deliver(payload: Buffer, limits: WireLimits, sink: FrameSink): void {
  if (isBlank(payload)) return;
  const read = readJson(payload, limits);
  if ('refused' in read) sink.refused(read.refused, false);
  else sink.value(read.value, read.text);
}

type Read = { readonly value: unknown; readonly text: string } | { readonly refused: RefusalReason };

const verdicts = { deep: 'too_deep', open: 'not_json' } as const;

function readJson(payload: Buffer, limits: WireLimits): Read {
  const text = decode(payload);
  if (text === null) return { refused: 'not_utf8' };
  const depth = nesting(payload, limits.jsonDepth);
  if (depth !== 'shallow') return { refused: verdicts[depth] };
  try {
    return { value: JSON.parse(text), text };
  } catch {
    return { refused: 'not_json' };
  }
}

/** Whatever stands before the first frame, a byte order mark is dropped from it. */
export function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

export function isBlank(payload: Buffer): boolean {
  for (const byte of payload) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d && byte !== 0x0a) return false;
  }
  return true;
}

function decode(payload: Buffer): string | null {
  try {
    return utf8.decode(payload);
  } catch {
    return null;
  }
}
