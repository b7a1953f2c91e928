/** A listener for the web: who may come, by which secret, and where. What is found there is `visits.ts`. */
import { createServer, type Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits } from '../core/limits.ts';
import { bind, unbind } from './bind.ts';
import { Crowd } from './crowd.ts';
import { pageOf } from './page.ts';
import type { Server } from './server.ts';
import type { Listening } from './socket.ts';
import type { Spoken } from './spoken.ts';
import { Visits } from './visits.ts';
import { isLoopback, neighbourhood, type WebAddress } from './webAddress.ts';
import { urlOf, type WebPlace } from './webGate.ts';
import { newToken, WebToken } from './webToken.ts';

export interface WebTerms {
  readonly address: WebAddress;
  /** Where clients look for servers, when the address names no port. */
  readonly ports?: readonly [first: number, last: number];
  readonly secret: WebSecret;
  /** By which it may be reached besides, in lower case; then other machines can, too. */
  readonly names?: readonly string[];
  /** Asked once the place is known, and before anybody can come there. */
  readonly speak: (url: string) => Spoken;
}

/** Without a value nobody but this machine may come. */
export interface WebSecret {
  /** The variable of the environment that holds it. */
  readonly name: string;
  readonly value: string | undefined;
  /** token: shown with every request and WebSocket, or nobody is let in; password: the dialect asks for it itself. */
  readonly kind: 'token' | 'password';
}

const anyPort = [9420, 9520] as const;

export async function serveHttp(server: Server, terms: WebTerms): Promise<Listening> {
  const { address, secret, speak, names = [] } = terms;
  const [reached] = [...(isLoopback(address.host) ? [] : [address.host]), ...names];
  if (reached !== undefined) requireSecret(reached, secret);
  const { servers, port } = await bind(makeHttp, address, terms.ports ?? anyPort);
  const place: WebPlace = { host: address.host, port, names };
  const url = urlOf(place);
  const token =
    secret.kind === 'token' && secret.value !== undefined
      ? new WebToken(server.world.clock, secret.value)
      : undefined;
  const spoken = speak(url);
  const made = !token && spoken.routes?.some(({ guarded }) => guarded) ? newToken() : undefined;
  const guard = made === undefined ? token : new WebToken(server.world.clock, made);
  const visits = new Visits({ server, place, token, guard, spoken });
  const silent = new Crowd<Duplex>(limits.connections, (socket) => socket.destroy());
  for (const http of servers) {
    noticeSilence(http, silent);
    http.on('upgrade', (request, socket, head) => visits.upgrade({ request, socket, head }));
    http.on('request', (request, response) => visits.request(request, response));
  }
  const close = async () => {
    guard?.close();
    await Promise.all([visits.close(), ...servers.map((http) => unbind(http, server.world.clock))]);
  };
  const page = made === undefined ? undefined : pageOf(url, made);
  return { path: url, page, ended: spoken.ended?.then(close) ?? new Promise<never>(() => {}), close };
}

function makeHttp(): HttpServer {
  const http = createServer({
    maxHeaderSize: limits.httpHeaderBytes,
    headersTimeout: limits.frameFinishMs,
    requestTimeout: limits.frameFinishMs,
    noDelay: true,
  });
  // Clients, as many who have said nothing, and strangers or those who are told that there is no room.
  http.maxConnections = limits.connections * 3;
  return http;
}

/** Who has not said a whole request is in nobody's way. */
function noticeSilence(http: HttpServer, silent: Crowd<Duplex>): void {
  http.on('connection', (socket) => {
    silent.add(socket, neighbourhood(socket.remoteAddress));
    socket.once('close', () => silent.delete(socket));
  });
  http.on('upgrade', (_request, socket) => silent.delete(socket));
  http.on('request', (request, response) => {
    const { socket } = request;
    request.once('end', () => silent.delete(socket));
    response.once('close', () => {
      if (!socket.destroyed && !silent.has(socket)) silent.add(socket, neighbourhood(socket.remoteAddress));
    });
  });
}

function requireSecret(host: string, { name, value, kind }: WebSecret): void {
  if (value === undefined)
    throw new Error(`${host} can be reached from other machines: set ${name}, or take 127.0.0.1`);
  const least = kind === 'token' ? limits.webTokenChars : limits.passwordChars;
  if (value.length < least)
    throw new Error(
      `${host} can be reached from other machines: ${name} must have ${least} characters or more`,
    );
}
