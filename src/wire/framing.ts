/** How to tell where a message ends: two ways on a stream of bytes, and one for carriers that tell it themselves. */
import { ContentLengthReader } from './contentLength.ts';
import type { FrameReader, FrameSink } from './frameReader.ts';
import type { WireLimits } from './limits.ts';
import { MessageReader } from './messages.ts';
import { NdjsonReader } from './ndjson.ts';

interface Codec {
  encode(json: string): string;
  reader(limits: WireLimits, sink: FrameSink): FrameReader;
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
    // JSON.stringify writes no line feed: by it the carrier knows one message from the next.
    encode: (json) => `${json}\n`,
    reader: (limits, sink) => new MessageReader(limits, sink),
  },
} as const satisfies { readonly [name: string]: Codec };

export type Framing = keyof typeof codecs;
/** Those of a stream of bytes. */
export const framings = ['ndjson', 'lsp'] as const satisfies readonly Framing[];

export const encodeFrame = (framing: Framing, json: string): string => codecs[framing].encode(json);

export const createFrameReader = (framing: Framing, limits: WireLimits, sink: FrameSink): FrameReader =>
  codecs[framing].reader(limits, sink);
