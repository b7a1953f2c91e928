/**
 * `Content-Length: N`, a blank line, N bytes of JSON: the framing of the Language Server Protocol. Once a header
 * is wrong nobody knows where the next frame starts, so each refusal of a header is final.
 */
import { FrameBuffer } from './frameBuffer.ts';
import { deliver, type FrameReader, type FrameSink, withoutMark } from './frameReader.ts';
import type { WireLimits } from './limits.ts';
import type { RefusalReason } from './refusal.ts';

const lineFeed = 0x0a;

export class ContentLengthReader implements FrameReader {
  readonly #limits: WireLimits;
  readonly #sink: FrameSink;
  readonly #begun = new FrameBuffer();
  #frame = 1;
  #headerBytes = 0;
  #headerLines = 0;
  #length: number | null = null;
  #inPayload = false;
  #stopped = false;

  constructor(limits: WireLimits, sink: FrameSink) {
    this.#limits = limits;
    this.#sink = sink;
  }

  get partial(): number {
    return this.#inPayload || this.#headerLines > 0 || this.#begun.length > 0 ? this.#frame : 0;
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0 && !this.#stopped) {
      rest = this.#inPayload ? this.#readPayload(rest) : this.#readHeaderLine(rest);
    }
  }

  end(): void {
    if (this.partial > 0 && !this.#stopped) this.#refuse('cut_short');
  }

  stop(): void {
    this.#stopped = true;
    this.#begun.clear();
  }

  #refuse(reason: RefusalReason): void {
    this.stop();
    this.#sink.refused(reason, true);
  }

  #readHeaderLine(bytes: Buffer): Buffer {
    const end = bytes.indexOf(lineFeed);
    const taken = end === -1 ? bytes.length : end + 1;
    this.#headerBytes += taken;
    if (this.#headerBytes > this.#limits.headerBytes) this.#refuse('header_too_large');
    else if (end === -1) this.#begun.append(bytes);
    else this.#headerLine(this.#whole(bytes.subarray(0, end)));
    return bytes.subarray(taken);
  }

  /** The line or payload that `last` completes; without a copy if it came in one chunk. */
  #whole(last: Buffer): Buffer {
    if (this.#begun.length === 0) return last;
    this.#begun.append(last);
    return this.#begun.view();
  }

  #headerLine(bytes: Buffer): void {
    const line = (this.#frame === 1 && this.#headerLines === 0 ? withoutMark(bytes) : bytes).toString(
      'latin1',
    );
    this.#begun.clear();
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text === '') this.#endHeader();
    else if (++this.#headerLines > this.#limits.headerLines) this.#refuse('header_too_many');
    else this.#field(text);
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    if (colon < 1) this.#refuse('header_malformed');
    else if (line.slice(0, colon).toLowerCase() === 'content-length')
      this.#setLength(line.slice(colon + 1).trim());
  }

  #setLength(digits: string): void {
    if (this.#length !== null) this.#refuse('length_twice');
    else if (!/^[0-9]{1,10}$/.test(digits)) this.#refuse('length_malformed');
    else this.#length = Number(digits);
  }

  #endHeader(): void {
    const length = this.#length;
    // A line end after a payload is what a person's printf or an editor adds; it is not yet a header.
    if (this.#headerLines === 0) this.#headerBytes = 0;
    else if (length === null) this.#refuse('length_missing');
    else if (length > this.#limits.frameBytes) this.#refuse('frame_too_large');
    else if (length === 0) this.#next();
    else this.#inPayload = true;
  }

  #readPayload(bytes: Buffer): Buffer {
    const missing = (this.#length ?? 0) - this.#begun.length;
    if (bytes.length < missing) {
      this.#begun.append(bytes);
      return bytes.subarray(bytes.length);
    }
    deliver(this.#whole(bytes.subarray(0, missing)), this.#limits, this.#sink);
    this.#next();
    return bytes.subarray(missing);
  }

  #next(): void {
    this.#begun.clear();
    this.#frame++;
    this.#headerBytes = 0;
    this.#headerLines = 0;
    this.#length = null;
    this.#inPayload = false;
  }
}
