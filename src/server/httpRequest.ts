/** Handles one HTTP POST with a JSON-RPC message in its body, and has helpers for requests and responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, Writable } from 'node:stream';
import { limits } from '#limits.ts';
import type { DialectEndpoint } from './endpoint.ts';
import type { Server } from './server.ts';
import { clientNetwork } from './webAddress.ts';

const jsonContentType = 'application/json; charset=utf-8';

export async function handlePost(
  server: Server,
  endpoint: DialectEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isJsonRequest(request))
    return sendPlainError(response, 415, 'the content-type of the request must be application/json');
  const { frameBytes = limits.frameBytes } = endpoint;
  const body = await readBody(request, frameBytes);
  if (!body)
    return sendPlainError(response, 413, `the request body is larger than the limit of ${frameBytes} bytes`);
  const lines: string[] = [];
  const input = Readable.from([body]);
  const output = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, taken) => {
      lines.push(String(chunk));
      taken();
    },
  });
  response.once('close', () => output.destroy());
  const from = clientNetwork(request.socket.remoteAddress);
  await server.accept(endpoint, {
    ...{ input, output, framing: 'messages', from, transport: 'http' },
    repliesOnly: true,
  });
  if (!output.writableFinished) return sendPlainError(response, 503, 'the server has too many clients');
  const reply = lines.join('').split('\n').find(isReplyLine);
  if (reply === undefined) response.writeHead(204).end();
  else response.writeHead(200, { 'content-type': jsonContentType }).end(reply);
}

/** Drops notifications: only the reply goes into the response. */
const isReplyLine = (line: string) => line !== '' && !line.startsWith('{"jsonrpc":"2.0","method":');

/** A foreign page can send a form or plain text without a preflight request, but not JSON. */
export const isJsonRequest = ({ headers }: IncomingMessage): boolean =>
  /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');

export const sendJson = (response: ServerResponse, status: number, value: unknown): void => {
  response
    .writeHead(status, { 'content-type': jsonContentType, 'cache-control': 'no-store' })
    .end(JSON.stringify(value));
};

/** Error response instead of the requested resource. */
export interface HttpError {
  readonly status: number;
  /** Error code for programs. */
  readonly code: string;
  readonly why: string;
}

export const sendError = (response: ServerResponse, { status, code, why }: HttpError): void =>
  sendJson(response, status, { error: { code, message: why } });

function sendPlainError(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(`${why}\n`);
}

/** Returns undefined when the body is too long. */
export async function readBody(
  request: IncomingMessage,
  most: number = limits.frameBytes,
): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > most) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
