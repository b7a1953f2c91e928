/** A stub of the Messages API on the loopback interface. A word in the last user text selects the answer. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '#platform/clock.ts';
import { EventStream } from './events.ts';
import { Gates } from './gates.ts';
import { isFailure, type Message, message, type Reply, say } from './reply.ts';
import { isSideCall, type MessagesRequest, readAsked, wantsJson } from './request.ts';
import { Repertoire } from './script.ts';
import { scripts } from './scripts/index.ts';

/** One request for an answer, and its timing. */
export interface Served {
  readonly word: string | undefined;
  readonly text: string;
  readonly round: number;
  readonly askedAt: number;
  /** When the last byte was written. Absent if it was not. */
  answeredAt?: number;
}

export interface Places {
  readonly cwd: string;
  readonly outside: string;
}

export class Stub {
  readonly gates = new Gates();
  readonly served: Served[] = [];
  /** Requests that match no script. */
  readonly strange: string[] = [];
  kept = '';
  readonly #server: Server;
  readonly #places: Places;
  readonly #repertoire = new Repertoire(scripts);
  #ids = 0;

  constructor(places: Places) {
    this.#places = places;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((problem: Error) => {
        this.strange.push(problem.message);
        response.destroy();
      });
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.gates.openAll();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const path = request.url?.split('?')[0];
    if (request.method === 'POST' && path === '/v1/messages')
      return this.#answer(JSON.parse(text) as MessagesRequest, response);
    if (path === '/v1/messages/count_tokens') return json(response, 200, { input_tokens: 1234 });
    this.strange.push(`${request.method} ${path}`);
    json(response, 404, failure('not_found_error', 'the stub has no such thing'));
  }

  async #answer(request: MessagesRequest, response: ServerResponse): Promise<void> {
    if (isSideCall(request)) return this.#send(request, response, sideAnswer(request));
    const asked = readAsked(request);
    const { text, round } = asked;
    const word = this.#repertoire.wordIn(text);
    const served: Served = { word, text, round, askedAt: systemClock.wall() };
    this.served.push(served);
    const reply = this.#repertoire.reply({ ...asked, ...this.#places, kept: this.kept });
    await this.#send(request, response, reply);
    if (!response.destroyed) served.answeredAt = systemClock.wall();
  }

  async #send(request: MessagesRequest, response: ServerResponse, reply: Reply): Promise<void> {
    this.#ids += 1;
    const id = `msg_stub${String(this.#ids).padStart(6, '0')}`;
    if (isFailure(reply))
      return json(response, reply.status, failure(reply.type, reply.message), reply.headers);
    if (request.stream) await new EventStream(response, this.gates).send(id, request.model, reply);
    else json(response, 200, whole(id, request.model, reply));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

const failure = (type: string, said: string) => ({ type: 'error', error: { type, message: said } });

function json(response: ServerResponse, status: number, value: object, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

const sideAnswer = (request: MessagesRequest): Message =>
  message(
    say(wantsJson(request) ? '{"title":"Work with the stub","isNewTopic":true,"suggestion":""}' : 'Stub', 0),
  );

/** The reply to a request without streaming. */
function whole(id: string, model: string, { pieces, stop }: Message): object {
  const content = pieces.flatMap((piece) =>
    piece.kind === 'say' ? [{ type: 'text', text: piece.text }] : [],
  );
  const usage = { input_tokens: 12, output_tokens: 1 };
  const fixed = { id, type: 'message', role: 'assistant', model, stop_sequence: null };
  return { ...fixed, content, stop_reason: stop, usage };
}
