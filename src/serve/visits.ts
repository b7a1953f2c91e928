/** Everybody who comes to one listener for the web: let in or sent away, and led to what is at their path. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits } from '../core/limits.ts';
import {
  type Acceptor,
  acceptWebSockets,
  type Upgrade,
  type WebSocketStream,
} from '../platform/webSocket.ts';
import { answerJson, answerPost, answerTicket } from './httpCall.ts';
import { type ByteStream, type Denial, type Found, findRoute, type Visit, type WebRoute } from './route.ts';
import type { Server } from './server.ts';
import type { Spoken } from './spoken.ts';
import { neighbourhood } from './webAddress.ts';
import { refusesWeb, type WebPlace } from './webGate.ts';
import { newToken, type WebToken } from './webToken.ts';

export interface VisitTerms {
  readonly server: Server;
  readonly place: WebPlace;
  /** Asked for everywhere, but at what is open. */
  readonly token: WebToken | undefined;
  /** Asked for at what is guarded. */
  readonly guard: WebToken | undefined;
  readonly spoken: Spoken;
}

const noRoom = { status: 503, code: 'resource_limit_reached', why: 'there is no room for one more client' };
const nowhere = { status: 404, code: 'not_found', why: 'there is nothing at this path' };

export class Visits {
  readonly #terms: VisitTerms;
  readonly #routes: readonly WebRoute[];
  readonly #accept: Acceptor;
  readonly #streams = new Set<WebSocketStream>();

  constructor(terms: VisitTerms) {
    const { server, spoken } = terms;
    this.#terms = terms;
    this.#routes = spoken.routes ? [...spoken.routes, ticketRoute(terms)] : [everywhere(spoken)];
    this.#accept = acceptWebSockets(server.world.clock);
  }

  upgrade(upgrade: Upgrade): void {
    const { request, socket } = upgrade;
    const found = this.#find(request, 'ticket');
    if ('status' in found) return this.#denyUpgrade(socket, found);
    const { route, visit } = found;
    const use = route.bytes?.(visit) ?? route.socket?.(visit) ?? nowhere;
    if ('status' in use) return this.#denyUpgrade(socket, use);
    if (typeof use === 'function')
      this.#accept(upgrade, { carries: 'bytes' }, (stream) => this.#keep(stream, use));
    else
      this.#accept(upgrade, { carries: 'messages', quiet: use.quiet }, (stream) =>
        this.#welcome(stream, use, request),
      );
  }

  request(request: IncomingMessage, response: ServerResponse): void {
    const found = this.#find(request, 'token');
    if ('status' in found) return this.#deny(response, found);
    const { answers = {} } = found.route;
    // To a HEAD as to a GET: what would follow is left out below us.
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
    if (!answer)
      return this.#deny(response, wrongMethod(found.route), { allow: allowed(answers).join(', ') });
    Promise.resolve(answer(found.visit, response)).catch(() => response.destroy());
  }

  /** Those who speak a dialect are the server's guests; bytes are ours to end. */
  async close(): Promise<void> {
    const gone = [...this.#streams].map(
      (stream) =>
        new Promise<void>((resolve) => {
          stream.once('close', resolve);
          stream.end();
        }),
    );
    const disarm = this.#terms.server.world.clock.after(limits.lastAnswersMs, () => {
      for (const stream of this.#streams) stream.destroy();
    });
    await Promise.all(gone);
    disarm();
  }

  /** A ticket opens WebSockets only: else one would buy the next, and be good for ever. */
  #find(
    request: IncomingMessage,
    takes: 'token' | 'ticket',
  ): { readonly route: WebRoute; readonly visit: Visit } | Denial {
    const { server, place, token, guard } = this.#terms;
    const why = refusesWeb(request.headers, place);
    if (why) return { status: 403, code: 'origin_not_allowed', why };
    const [path = '/', asked] = (request.url ?? '/').split('?', 2);
    const query = new URLSearchParams(asked);
    const found: Found | undefined = findRoute(this.#routes, path);
    const asks = found?.route.guarded ? guard : token;
    if (asks && !found?.route.open) {
      const shown = asks.shown(request.headers, takes === 'ticket' ? query : undefined);
      if (shown !== 'right') return unknown[shown];
    }
    if (!found) return nowhere;
    if (!server.hasRoom('web', this.#streams.size)) return noRoom;
    return { route: found.route, visit: { server, request, names: found.names, query } };
  }

  #welcome(stream: WebSocketStream, spoken: Spoken, { socket }: IncomingMessage): void {
    const { server } = this.#terms;
    stream.farewell = () => this.#farewell(spoken);
    const from = neighbourhood(socket.remoteAddress);
    const streams = { input: stream, output: stream, framing: 'messages', from } as const;
    void server.accept(spoken, { ...streams, transport: 'ws' });
  }

  #keep(stream: WebSocketStream, use: (stream: ByteStream) => void): void {
    const { server, spoken } = this.#terms;
    this.#streams.add(stream);
    stream.farewell = () => this.#farewell(spoken);
    stream.on('error', () => {});
    const left = server.noteBytes({ transport: 'ws', dialect: spoken.name });
    stream.once('close', () => {
      this.#streams.delete(stream);
      left();
    });
    use(stream);
  }

  #farewell({ farewell }: Spoken): string {
    return farewell?.(this.#terms.server.closing) ?? '';
  }

  #deny(response: ServerResponse, denial: Denial, headers = {}): void {
    const { status } = denial;
    const [type, body] = this.#told(denial);
    response
      .writeHead(status, {
        'content-type': type,
        'x-content-type-options': 'nosniff',
        connection: 'close',
        ...headers,
      })
      .end(body);
  }

  #denyUpgrade(socket: Duplex, denial: Denial): void {
    const { status } = denial;
    const [type, body] = this.#told(denial);
    socket.on('error', () => {});
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${type}\r\nconnection: close\r\n`;
    const answer = `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    // One that leaves its own side open would stay.
    socket.end(answer, () => socket.destroy());
  }

  /** Where there are paths, programs read what is said there. */
  #told({ code, why }: Denial): readonly [type: string, body: string] {
    return this.#terms.spoken.routes
      ? ['application/json; charset=utf-8', JSON.stringify({ error: { code, message: why } })]
      : ['text/plain', `${why}\n`];
  }
}

const unknown = {
  missing: { status: 401, code: 'auth_required', why: 'a token is needed: Authorization: Bearer TOKEN' },
  wrong: { status: 403, code: 'auth_invalid', why: 'the token, or the ticket, is not one of this server' },
} as const;

const allowed = (answers: object): readonly string[] =>
  Object.keys(answers).flatMap((one) => (one === 'GET' ? [one, 'HEAD'] : [one]));

const wrongMethod = ({ answers = {}, socket, bytes }: WebRoute): Denial => {
  const expected = [...(socket || bytes ? ['a WebSocket'] : []), ...allowed(answers)].join(', ');
  return { status: 405, code: 'method_not_allowed', why: `expected: ${expected}` };
};

/** A dialect without paths is spoken at all of them. */
const everywhere = (spoken: Spoken): WebRoute => ({
  path: '*',
  socket: () => spoken,
  answers: { POST: ({ server, request }, response) => answerPost(server, spoken, request, response) },
});

/** Who asks for a ticket first, as if there were a token, gets one that opens what is open anyway. */
const ticketRoute = ({ token, guard }: VisitTerms): WebRoute => ({
  path: '/auth/ws-ticket',
  answers: {
    POST: ({ request: { headers } }, response) => {
      if (guard && !token && headers.authorization === undefined) return answerTicket(newToken(), response);
      if (guard && guard.shown(headers) !== 'right') return answerWrong(response);
      answerTicket(guard ? guard.ticket() : newToken(), response);
    },
  },
});

const answerWrong = (response: ServerResponse): void => {
  const { status, code, why } = unknown.wrong;
  answerJson(response, status, { error: { code, message: why } });
};
