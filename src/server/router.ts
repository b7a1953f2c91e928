/** Routes requests and WebSockets of a web listener: checks access, matches the path, and calls the handler. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits } from '#limits.ts';
import {
  createWebSocketAcceptor,
  type UpgradeRequest,
  type WebSocketAcceptor,
  type WebSocketStream,
} from '#platform/webSocket.ts';
import { checkOrigin, generateToken, type WebHost, type WebToken } from './authentication.ts';
import type { DialectEndpoint } from './endpoint.ts';
import { type HttpError, handlePost, sendError, sendJson } from './httpRequest.ts';
import type { Server } from './server.ts';
import { clientNetwork } from './webAddress.ts';

/**
 * Answers pipelined requests of an HTTP connection one after the other, because replies must keep the order of the
 * requests. Pauses reading while many requests wait.
 */
class HttpPipelines {
  /** Requests that wait behind the one being answered. */
  readonly #waiting = new WeakMap<Socket, (() => void)[]>();

  enqueue({ socket }: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const waiting = this.#waiting.get(socket);
    response.once('close', () => this.#startNext(socket));
    if (!waiting) {
      this.#waiting.set(socket, []);
      return answer();
    }
    waiting.push(answer);
    if (waiting.length >= limits.pendingRequests) socket.pause();
  }

  #startNext(socket: Socket): void {
    const waiting = this.#waiting.get(socket)!;
    if (socket.destroyed) return void waiting.splice(0);
    const next = waiting.shift();
    if (waiting.length === 0) socket.resume();
    if (next) next();
    else this.#waiting.delete(socket);
  }
}

/** A request or WebSocket that matched a route. */
export interface RouteRequest {
  readonly server: Server;
  readonly request: IncomingMessage;
  /** Values of the path parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

export type RouteHandler = (routeRequest: RouteRequest, response: ServerResponse) => void | Promise<void>;

export interface WebRoute {
  /** Segments between slashes. `:name` matches any one segment, `*` at the end matches all remaining ones. */
  readonly path: string;
  /** Needs no token, because it holds no user data, such as the files of a page. */
  readonly open?: true;
  /** Needs a token even where the listener requires none. */
  readonly guarded?: true;
  /** Handlers by request method. */
  readonly answers?: Readonly<Record<string, RouteHandler>>;
  /** Endpoint that a WebSocket at this path connects to. */
  readonly socket?: (routeRequest: RouteRequest) => DialectEndpoint | HttpError;
  /** Handler of a raw byte stream instead. The stream ends with the connection. */
  readonly bytes?: (routeRequest: RouteRequest) => ((stream: ByteStream) => void) | HttpError;
}

interface ByteStream extends Duplex {
  /** Close reason that the other side receives. */
  closeReason: () => string;
}

interface RouteMatch {
  readonly route: WebRoute;
  readonly params: RouteRequest['params'];
}

/** Returns the first route that matches the path. A path with invalid percent-encoding matches none. */
export function matchRoute(routes: readonly WebRoute[], path: string): RouteMatch | undefined {
  const segments = splitPath(path);
  for (const route of segments ? routes : []) {
    const names = matchSegments(splitPath(route.path)!, segments!);
    if (names) return { route, params: names };
  }
  return undefined;
}

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): RouteRequest['params'] | undefined {
  const names: Record<string, string> = Object.create(null) as Record<string, string>;
  const open = pattern.at(-1) === '*';
  if (open ? segments.length < pattern.length - 1 : segments.length !== pattern.length) return undefined;
  for (const [at, expected] of pattern.entries()) {
    if (open && at === pattern.length - 1) names['*'] = segments.slice(at).join('/');
    else if (expected.startsWith(':')) names[expected.slice(1)] = segments[at]!;
    else if (expected !== segments[at]) return undefined;
  }
  return names;
}

function splitPath(path: string): readonly string[] | undefined {
  try {
    return path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

interface RouterOptions {
  readonly server: Server;
  readonly webHost: WebHost;
  /** Required for all routes except `open` ones. */
  readonly token: WebToken | undefined;
  /** Required for `guarded` routes. */
  readonly guard: WebToken | undefined;
  readonly endpoint: DialectEndpoint;
}

const connectionLimitError = {
  status: 503,
  code: 'resource_limit_reached',
  why: 'the server has too many clients',
};
const ticketLimitError = {
  status: 429,
  code: 'resource_limit_reached',
  why: 'too many unredeemed tickets',
};
const notFoundError = { status: 404, code: 'not_found', why: 'no resource at this path' };

export class Router {
  readonly #options: RouterOptions;
  readonly #routes: readonly WebRoute[];
  readonly #accept: WebSocketAcceptor;
  readonly #streams = new Set<WebSocketStream>();
  readonly #pipelines = new HttpPipelines();

  constructor(options: RouterOptions) {
    const { server, endpoint } = options;
    this.#options = options;
    this.#routes = endpoint.routes ? [...endpoint.routes, ticketRoute(options)] : [catchAllRoute(endpoint)];
    this.#accept = createWebSocketAcceptor(server.world.clock, endpoint.frameBytes);
  }

  handleUpgrade(upgrade: UpgradeRequest): void {
    const { request, socket } = upgrade;
    const found = this.#resolve(request, 'ticket');
    if ('status' in found) return this.#rejectUpgrade(socket, found);
    const { route, routeRequest } = found;
    if (route.bytes && this.#streams.size >= limits.connections)
      return this.#rejectUpgrade(socket, connectionLimitError);
    const use = route.bytes?.(routeRequest) ?? route.socket?.(routeRequest) ?? notFoundError;
    if ('status' in use) return this.#rejectUpgrade(socket, use);
    if (typeof use === 'function')
      this.#accept(upgrade, { mode: 'bytes' }, (stream) => this.#acceptBytes(stream, use));
    else
      this.#accept(upgrade, { mode: 'messages', noPings: use.noPings }, (stream) =>
        this.#acceptMessages(stream, use, request),
      );
  }

  handleRequest(request: IncomingMessage, response: ServerResponse): void {
    const found = this.#resolve(request, 'token');
    if ('status' in found) return this.#sendError(response, found);
    const { answers = {} } = found.route;
    // HEAD is handled like GET: Node.js omits the body.
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
    if (!answer)
      return this.#sendError(response, methodNotAllowed(found.route), {
        allow: allowedMethods(answers).join(', '),
      });
    this.#pipelines.enqueue(request, response, () => {
      Promise.resolve(answer(found.routeRequest, response)).catch(() => response.destroy());
    });
  }

  /** Ends the byte streams. The server closes connections that use a dialect. */
  async close(): Promise<void> {
    const ended = [...this.#streams].map(
      (stream) =>
        new Promise<void>((resolve) => {
          stream.once('close', resolve);
          stream.end();
        }),
    );
    const timer = this.#options.server.world.clock.after(limits.lastAnswersMs, () => {
      for (const stream of this.#streams) stream.destroy();
    });
    await Promise.all(ended);
    timer.dispose();
  }

  /** Tickets open WebSockets only. Otherwise a ticket could buy the next one and never expire. */
  #resolve(
    request: IncomingMessage,
    takes: 'token' | 'ticket',
  ): { readonly route: WebRoute; readonly routeRequest: RouteRequest } | HttpError {
    const { server, webHost, token, guard } = this.#options;
    const why = checkOrigin(request.headers, webHost);
    if (why) return { status: 403, code: 'origin_not_allowed', why };
    const [path = '/', search] = (request.url ?? '/').split('?', 2);
    const query = new URLSearchParams(search);
    const found: RouteMatch | undefined = matchRoute(this.#routes, path);
    const asks = found?.route.guarded ? guard : token;
    if (asks && !found?.route.open) {
      const verdict = asks.check(request.headers, takes === 'ticket' ? query : undefined);
      if (verdict !== 'right') return authenticationErrors[verdict];
    }
    if (!found) return notFoundError;
    if (!server.hasRoom('web')) return connectionLimitError;
    return { route: found.route, routeRequest: { server, request, params: found.params, query } };
  }

  #acceptMessages(stream: WebSocketStream, endpoint: DialectEndpoint, { socket }: IncomingMessage): void {
    const { server } = this.#options;
    stream.closeReason = () => this.#closeReason(endpoint);
    const from = clientNetwork(socket.remoteAddress);
    const streams = { input: stream, output: stream, framing: 'messages', from } as const;
    void server.accept(endpoint, { ...streams, transport: 'ws' });
  }

  #acceptBytes(stream: WebSocketStream, use: (stream: ByteStream) => void): void {
    const { server, endpoint } = this.#options;
    this.#streams.add(stream);
    stream.closeReason = () => this.#closeReason(endpoint);
    stream.on('error', () => {});
    const left = server.logByteStream({ transport: 'ws', dialect: endpoint.name });
    stream.once('close', () => {
      this.#streams.delete(stream);
      left();
    });
    use(stream);
  }

  #closeReason({ closeReason }: DialectEndpoint): string {
    return closeReason?.(this.#options.server.closing) ?? '';
  }

  #sendError(response: ServerResponse, error: HttpError, headers = {}): void {
    const { status } = error;
    const [type, body] = this.#formatError(error);
    response
      .writeHead(status, {
        'content-type': type,
        'x-content-type-options': 'nosniff',
        connection: 'close',
        ...headers,
      })
      .end(body);
  }

  #rejectUpgrade(socket: Duplex, error: HttpError): void {
    const { status } = error;
    const [type, body] = this.#formatError(error);
    socket.on('error', () => {});
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${type}\r\nconnection: close\r\n`;
    const answer = `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    // A client that leaves its side open would keep the socket alive.
    socket.end(answer, () => socket.destroy());
  }

  /** Uses JSON if the endpoint has routes, because its clients parse error responses. */
  #formatError({ code, why }: HttpError): readonly [type: string, body: string] {
    return this.#options.endpoint.routes
      ? ['application/json; charset=utf-8', JSON.stringify({ error: { code, message: why } })]
      : ['text/plain', `${why}\n`];
  }
}

const authenticationErrors = {
  missing: { status: 401, code: 'auth_required', why: 'a token is required: Authorization: Bearer TOKEN' },
  wrong: { status: 403, code: 'auth_invalid', why: 'the token or ticket is not valid for this server' },
} as const;

const allowedMethods = (answers: object): readonly string[] =>
  Object.keys(answers).flatMap((one) => (one === 'GET' ? [one, 'HEAD'] : [one]));

const methodNotAllowed = ({ answers = {}, socket, bytes }: WebRoute): HttpError => {
  const expected = [...(socket || bytes ? ['a WebSocket'] : []), ...allowedMethods(answers)].join(', ');
  return { status: 405, code: 'method_not_allowed', why: `expected: ${expected}` };
};

/** Serves a dialect without routes at every path. */
const catchAllRoute = (endpoint: DialectEndpoint): WebRoute => ({
  path: '*',
  socket: () => endpoint,
  answers: { POST: ({ server, request }, response) => handlePost(server, endpoint, request, response) },
});

/** Without a token, a client that requests a ticket first receives a placeholder: its WebSockets need no ticket. */
const ticketRoute = ({ token, guard }: RouterOptions): WebRoute => ({
  path: '/auth/ws-ticket',
  answers: {
    POST: ({ request: { headers } }, response) => {
      const free = !guard || (!token && headers.authorization === undefined);
      if (!free && guard.check(headers) !== 'right') return sendError(response, authenticationErrors.wrong);
      const ticket = free ? generateToken() : guard.issueTicket();
      if (ticket === undefined) return sendError(response, ticketLimitError);
      sendJson(response, 200, { ticket });
    },
  },
});
