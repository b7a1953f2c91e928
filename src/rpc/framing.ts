/**
 * The three framings: newline-delimited JSON, Content-Length headers as in LSP, and transports with message boundaries.
 * Long because the three readers share their checks and their buffer.
 */
import type { ChannelLimits } from './channel.ts';
import type { ProtocolErrorReason } from './envelope.ts';

const quote = 0x22;
const backslash = 0x5c;
const openers = { array: 0x5b, object: 0x7b };
const closers = { array: 0x5d, object: 0x7d };

/**
 * Checks the nesting on the bytes: JSON.parse survives any depth, but JSON.stringify and recursive functions do not.
 * Returns `deep` if brackets nest deeper than `limit` and all are closed. A deep text with unclosed brackets is not
 * JSON: it is `open`, and is answered as a parse error without parsing it.
 */
function checkNesting(bytes: Uint8Array, limit: number): 'shallow' | 'deep' | 'open' {
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
interface FrameSink {
  /** `text` is the source of the value. */
  value(value: unknown, text: string): void;
  /**
   * A `final` error means that the framing is lost and the reader accepts no more input. `beginning` holds the bytes
   * read so far of a frame that is too long.
   */
  refused(reason: ProtocolErrorReason, final: boolean, beginning?: Buffer): void;
  /** The next bytes of a frame that is too long; null at its end. They are not kept. */
  skipped?(piece: Buffer | null): void;
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
function deliverFrame(payload: Buffer, limits: ChannelLimits, sink: FrameSink): void {
  if (isBlank(payload)) return;
  const read = parseJson(payload, limits);
  if ('refused' in read) sink.refused(read.refused, false);
  else sink.value(read.value, read.text);
}

/** Rejects a frame that is too long and has arrived completely. */
function refuseOversized(frame: Buffer, sink: FrameSink): void {
  sink.refused('frame_too_large', false, frame);
  sink.skipped?.(null);
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
function stripByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function isBlank(payload: Buffer): boolean {
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
class FrameBuffer {
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

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Reads one JSON text per line. Only 0x0A ends a line: a lone CR is white space in JSON, but readline would split
 * there. The last line may lack its terminator.
 */
class NdjsonReader implements FrameReader {
  readonly #limits: ChannelLimits;
  readonly #sink: FrameSink;
  readonly #buffer = new FrameBuffer();
  #line = 1;
  #skipping = false;
  #stopped = false;

  constructor(limits: ChannelLimits, sink: FrameSink) {
    this.#limits = limits;
    this.#sink = sink;
  }

  get partial(): number {
    return this.#skipping || this.#buffer.length > 0 ? this.#line : 0;
  }

  push(chunk: Buffer): void {
    let start = 0;
    while (start < chunk.length && !this.#stopped) {
      const end = chunk.indexOf(lineFeed, start);
      if (end === -1) this.#append(chunk.subarray(start));
      else this.#finish(chunk.subarray(start, end));
      start = end === -1 ? chunk.length : end + 1;
    }
  }

  end(): void {
    if (this.partial > 0 && !this.#stopped) this.#finish(Buffer.alloc(0));
  }

  stop(): void {
    this.#stopped = true;
    this.#buffer.clear();
  }

  /** Keeps one byte more than the frame limit, because it may be the CR of the line end. */
  #append(piece: Buffer): void {
    if (this.#skipping) this.#sink.skipped?.(piece);
    else if (this.#buffer.length + piece.length > this.#limits.frameBytes + 1) this.#skip(piece);
    else this.#buffer.append(piece);
  }

  #skip(piece: Buffer): void {
    this.#skipping = true;
    const begun = this.#buffer.length > 0;
    this.#sink.refused('frame_too_large', false, begun ? this.#buffer.view() : piece);
    if (begun) this.#sink.skipped?.(piece);
    this.#buffer.clear();
  }

  #finish(rest: Buffer): void {
    if (this.#skipping || this.#buffer.length > 0) this.#append(rest);
    if (this.#skipping) this.#sink.skipped?.(null);
    else this.#deliver(this.#buffer.length > 0 ? this.#buffer.view() : rest);
    this.#skipping = false;
    this.#buffer.clear();
    this.#line++;
  }

  #deliver(line: Buffer): void {
    const text = line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
    if (text.length > this.#limits.frameBytes) refuseOversized(text, this.#sink);
    else deliverFrame(this.#line === 1 ? stripByteOrderMark(text) : text, this.#limits, this.#sink);
  }
}

/**
 * Reads the framing of the Language Server Protocol: `Content-Length: N`, a blank line, N bytes of JSON. After an
 * invalid header the start of the next frame is unknown, so each header error is final. A frame that is too long is
 * skipped.
 */
class ContentLengthReader implements FrameReader {
  readonly #limits: ChannelLimits;
  readonly #sink: FrameSink;
  readonly #buffer = new FrameBuffer();
  #frame = 1;
  #headerBytes = 0;
  #headerLines = 0;
  #length: number | null = null;
  #inPayload = false;
  /** Bytes of the payload that have not arrived. */
  #missing = 0;
  #skipping = false;
  #stopped = false;

  constructor(limits: ChannelLimits, sink: FrameSink) {
    this.#limits = limits;
    this.#sink = sink;
  }

  get partial(): number {
    return this.#inPayload || this.#headerLines > 0 || this.#buffer.length > 0 ? this.#frame : 0;
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0 && !this.#stopped) {
      rest = this.#inPayload ? this.#readPayload(rest) : this.#readHeaderLine(rest);
    }
  }

  end(): void {
    if (this.partial > 0 && !this.#stopped) this.#reject('cut_short');
  }

  stop(): void {
    this.#stopped = true;
    this.#buffer.clear();
  }

  #reject(reason: ProtocolErrorReason): void {
    this.stop();
    this.#sink.refused(reason, true);
  }

  #readHeaderLine(bytes: Buffer): Buffer {
    const end = bytes.indexOf(lineFeed);
    const taken = end === -1 ? bytes.length : end + 1;
    this.#headerBytes += taken;
    if (this.#headerBytes > this.#limits.headerBytes) this.#reject('header_too_large');
    else if (end === -1) this.#buffer.append(bytes);
    else this.#headerLine(this.#complete(bytes.subarray(0, end)));
    return bytes.subarray(taken);
  }

  /** Returns the line or payload that `last` completes, without a copy if it came in one chunk. */
  #complete(last: Buffer): Buffer {
    if (this.#buffer.length === 0) return last;
    this.#buffer.append(last);
    return this.#buffer.view();
  }

  #headerLine(bytes: Buffer): void {
    const line = (this.#frame === 1 && this.#headerLines === 0 ? stripByteOrderMark(bytes) : bytes).toString(
      'latin1',
    );
    this.#buffer.clear();
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text === '') this.#endHeader();
    else if (++this.#headerLines > this.#limits.headerLines) this.#reject('header_too_many');
    else this.#readField(text);
  }

  #readField(line: string): void {
    const colon = line.indexOf(':');
    if (colon < 1) this.#reject('header_malformed');
    else if (line.slice(0, colon).toLowerCase() === 'content-length')
      this.#setLength(line.slice(colon + 1).trim());
  }

  #setLength(digits: string): void {
    if (this.#length !== null) this.#reject('length_twice');
    else if (!/^[0-9]{1,10}$/.test(digits)) this.#reject('length_malformed');
    else this.#length = Number(digits);
  }

  #endHeader(): void {
    const length = this.#length;
    // A line end after a payload is accepted, because printf and editors add one. It does not begin a header.
    if (this.#headerLines === 0) this.#headerBytes = 0;
    else if (length === null) this.#reject('length_missing');
    else if (length === 0) this.#startNext();
    else this.#beginPayload(length);
  }

  #beginPayload(length: number): void {
    this.#inPayload = true;
    this.#missing = length;
  }

  #readPayload(bytes: Buffer): Buffer {
    const piece = bytes.subarray(0, this.#missing);
    this.#missing -= piece.length;
    if (this.#length! > this.#limits.frameBytes) this.#skip(piece);
    else if (this.#missing > 0) this.#buffer.append(piece);
    else deliverFrame(this.#complete(piece), this.#limits, this.#sink);
    if (this.#missing === 0) this.#startNext();
    return bytes.subarray(piece.length);
  }

  /** Refuses the frame when so much of it has arrived that its id can be found. */
  #skip(piece: Buffer): void {
    if (this.#skipping) this.#sink.skipped?.(piece);
    else {
      this.#buffer.append(piece);
      this.#skipping = this.#missing === 0 || this.#buffer.length >= 2 * this.#limits.idBytes;
      if (this.#skipping) this.#sink.refused('frame_too_large', false, this.#buffer.view());
      if (this.#skipping) this.#buffer.clear();
    }
    if (this.#missing === 0) this.#sink.skipped?.(null);
  }

  #startNext(): void {
    this.#buffer.clear();
    this.#frame++;
    this.#headerBytes = 0;
    this.#headerLines = 0;
    this.#length = null;
    this.#inPayload = false;
    this.#skipping = false;
  }
}

/** Reads from a transport with message boundaries: each chunk is one whole message. */
class WholeMessageReader implements FrameReader {
  readonly partial = 0;
  readonly #limits: ChannelLimits;
  readonly #sink: FrameSink;
  #stopped = false;

  constructor(limits: ChannelLimits, sink: FrameSink) {
    this.#limits = limits;
    this.#sink = sink;
  }

  /** A blank message is an error here, because its sender waits for a reply. Between lines it is ignored. */
  push(message: Buffer): void {
    if (this.#stopped) return;
    if (message.length > this.#limits.frameBytes) refuseOversized(message, this.#sink);
    else if (isBlank(message)) this.#sink.refused('not_json', false);
    else deliverFrame(message, this.#limits, this.#sink);
  }

  end(): void {}

  stop(): void {
    this.#stopped = true;
  }
}

/** How messages are delimited: two ways on byte streams, one for transports with message boundaries. */
interface FramingCodec {
  encode(json: string): string;
  reader(limits: ChannelLimits, sink: FrameSink): FrameReader;
}

const codecs = {
  ndjson: {
    encode: (json) => `${json}\n`,
    reader: (limits, sink) => new NdjsonReader(limits, sink),
  },
  lsp: {
    encode: (json) => `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
    reader: (limits, sink) => new ContentLengthReader(limits, sink),
  },
  messages: {
    // JSON.stringify writes no line feed, so the transport can split messages at line feeds.
    encode: (json) => `${json}\n`,
    reader: (limits, sink) => new WholeMessageReader(limits, sink),
  },
} as const satisfies { readonly [name: string]: FramingCodec };

export type Framing = keyof typeof codecs;
/** Framings of a byte stream. */
export const framings = ['ndjson', 'lsp'] as const satisfies readonly Framing[];

export const encodeFrame = (framing: Framing, json: string): string => codecs[framing].encode(json);

export const createFrameReader = (framing: Framing, limits: ChannelLimits, sink: FrameSink): FrameReader =>
  codecs[framing].reader(limits, sink);
