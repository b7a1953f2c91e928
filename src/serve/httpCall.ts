/** One request of HTTP with a message in its body: what is said to a socket, said once. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, Writable } from 'node:stream';
import { limits } from '../core/limits.ts';
import type { Server } from './server.ts';
import type { Spoken } from './spoken.ts';
import { neighbourhood } from './webAddress.ts';

const jsonType = 'application/json; charset=utf-8';

export async function answerPost(
  server: Server,
  spoken: Spoken,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isJson(request)) return deny(response, 415, 'the content-type must be application/json');
  const body = await bodyOf(request);
  if (!body) return deny(response, 413, `a body has at most ${limits.frameBytes} bytes`);
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
  const from = neighbourhood(request.socket.remoteAddress);
  await server.accept(spoken, {
    ...{ input, output, framing: 'messages', from, transport: 'http' },
    repliesOnly: true,
  });
  if (!output.writableFinished) return deny(response, 503, 'there is no room for one more client');
  const reply = lines.join('').split('\n').find(isReply);
  if (reply === undefined) response.writeHead(204).end();
  else response.writeHead(200, { 'content-type': jsonType }).end(reply);
}

/** What else was told is for nobody. */
const isReply = (line: string) => line !== '' && !line.startsWith('{"jsonrpc":"2.0","method":');

/** A page can send a form or plain text anywhere without asking; JSON it cannot. */
export const isJson = ({ headers }: IncomingMessage): boolean =>
  /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');

export const answerJson = (response: ServerResponse, status: number, value: unknown): void => {
  response
    .writeHead(status, { 'content-type': jsonType, 'cache-control': 'no-store' })
    .end(JSON.stringify(value));
};

export function answerTicket(ticket: string | undefined, response: ServerResponse): void {
  if (ticket !== undefined) return answerJson(response, 200, { ticket });
  const message = 'too many tickets are out';
  answerJson(response, 429, { error: { code: 'resource_limit_reached', message } });
}

function deny(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(`${why}\n`);
}

/** Undefined when it is too long. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > limits.frameBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
