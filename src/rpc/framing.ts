/**
 * The three framings: newline-delimited JSON, Content-Length headers as in LSP, and transports with message boundaries.
 */
import type { ChannelLimits } from './channelLimits.ts';
import {
  deliverFrame,
  FrameBuffer,
  type FrameReader,
  type FrameSink,
  isBlank,
  stripByteOrderMark,
} from './frameReader.ts';
import type { ProtocolErrorReason } from './protocolErrors.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Reads one JSON text per line. Only 0x0A ends a line: a lone CR is white space in JSON, but readline would split
 * there. The last line may lack its terminator.
 */
export class NdjsonReader implements FrameReader {
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
    if (this.#skipping) return;
    if (this.#buffer.length + piece.length > this.#limits.frameBytes + 1) this.#skip(piece);
    else this.#buffer.append(piece);
  }

  #skip(piece: Buffer): void {
    this.#skipping = true;
    this.#sink.refused('frame_too_large', false, this.#buffer.length > 0 ? this.#buffer.view() : piece);
    this.#buffer.clear();
  }

  #finish(rest: Buffer): void {
    if (this.#buffer.length > 0) this.#append(rest);
    const line = this.#buffer.length > 0 ? this.#buffer.view() : rest;
    if (this.#skipping) this.#skipping = false;
    else this.#deliver(line);
    this.#buffer.clear();
    this.#line++;
  }

  #deliver(line: Buffer): void {
    const text = line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
    if (text.length > this.#limits.frameBytes) this.#sink.refused('frame_too_large', false, text);
    else deliverFrame(this.#line === 1 ? stripByteOrderMark(text) : text, this.#limits, this.#sink);
  }
}

/**
 * Reads the framing of the Language Server Protocol: `Content-Length: N`, a blank line, N bytes of JSON. After an
 * invalid header the start of the next frame is unknown, so each header error is final.
 */
export class ContentLengthReader implements FrameReader {
  readonly #limits: ChannelLimits;
  readonly #sink: FrameSink;
  readonly #buffer = new FrameBuffer();
  #frame = 1;
  #headerBytes = 0;
  #headerLines = 0;
  #length: number | null = null;
  #inPayload = false;
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
    else if (length > this.#limits.frameBytes) this.#reject('frame_too_large');
    else if (length === 0) this.#startNext();
    else this.#inPayload = true;
  }

  #readPayload(bytes: Buffer): Buffer {
    const missing = (this.#length ?? 0) - this.#buffer.length;
    if (bytes.length < missing) {
      this.#buffer.append(bytes);
      return bytes.subarray(bytes.length);
    }
    deliverFrame(this.#complete(bytes.subarray(0, missing)), this.#limits, this.#sink);
    this.#startNext();
    return bytes.subarray(missing);
  }

  #startNext(): void {
    this.#buffer.clear();
    this.#frame++;
    this.#headerBytes = 0;
    this.#headerLines = 0;
    this.#length = null;
    this.#inPayload = false;
  }
}

/** Reads from a transport with message boundaries: each chunk is one whole message. */
export class WholeMessageReader implements FrameReader {
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
    if (message.length > this.#limits.frameBytes) this.#sink.refused('frame_too_large', false, message);
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
