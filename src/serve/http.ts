/** Clients that come over HTTP: with a WebSocket, or with one message in a POST. */
import { createServer, type Server as HttpServer, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits } from '../core/limits.ts';
import { acceptWebSockets } from '../platform/webSocket.ts';
import { answerPost, deny } from './httpCall.ts';
import type { Server } from './server.ts';
import type { Listening } from './socket.ts';
import type { Spoken } from './spoken.ts';
import { isLoopback, type WebAddress } from './webAddress.ts';
import { refusesWeb, urlOf, type WebPlace } from './webGate.ts';

export interface WebTerms {
  readonly address: WebAddress;
  /** What clients must show; without one nobody but this machine may come. */
  readonly password: string | undefined;
  /** Asked once the place is known, and before anybody can come there. */
  readonly speak: (url: string) => Spoken;
}

/** Where clients look for servers. */
const firstPort = 9420;
const lastPort = 9520;

export async function serveHttp(server: Server, { address, password, speak }: WebTerms): Promise<Listening> {
  if (!isLoopback(address.host)) requirePassword(address.host, password);
  const http = createServer({
    maxHeaderSize: limits.httpHeaderBytes,
    headersTimeout: limits.frameFinishMs,
    requestTimeout: limits.frameFinishMs,
    noDelay: true,
  });
  // Somebody beyond these hears nothing; those between are told that there is no room.
  http.maxConnections = limits.connections * 2;
  await listen(http, address);
  const place: WebPlace = { host: address.host, port: (http.address() as AddressInfo).port };
  const url = urlOf(place);
  receive(http, server, place, speak(url));
  return { path: url, ended: new Promise<never>(() => {}), close: () => close(http) };
}

function requirePassword(host: string, password: string | undefined): void {
  if (password === undefined)
    throw new Error(`${host} can be reached from other machines: set WRIGHTTY_PASSWORD, or take 127.0.0.1`);
  if (password.length < limits.passwordChars)
    throw new Error(
      `${host} can be reached from other machines: WRIGHTTY_PASSWORD must have ${limits.passwordChars} characters or more`,
    );
}

function receive(http: HttpServer, server: Server, place: WebPlace, spoken: Spoken): void {
  const full = () => server.connections >= limits.connections;
  const upgrade = acceptWebSockets(server.world.clock, (messages) => {
    void server.accept(spoken, { input: messages, output: messages, framing: 'messages' });
  });
  http.on('upgrade', (request, socket, head) => {
    const why = refusesWeb(request.headers, place);
    if (why) return denyUpgrade(socket, 403, why);
    if (full()) return denyUpgrade(socket, 503, 'there is no room for one more client');
    upgrade(request, socket, head);
  });
  http.on('request', (request, response) => {
    const why = refusesWeb(request.headers, place);
    if (why) return deny(response, 403, why);
    if (request.method !== 'POST')
      return deny(response, 405, 'a WebSocket or a POST is expected', { allow: 'POST' });
    if (!isJson(request)) return deny(response, 415, 'the content-type must be application/json');
    if (full()) return deny(response, 503, 'there is no room for one more client');
    answerPost(server, spoken, request, response).catch(() => response.destroy());
  });
}

/** A page can send a form or plain text anywhere without asking; JSON it cannot. */
const isJson = ({ headers }: IncomingMessage) =>
  /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');

function denyUpgrade(socket: Duplex, status: number, why: string): void {
  socket.on('error', () => {});
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: text/plain\r\nconnection: close\r\n`;
  socket.end(`${head}content-length: ${why.length + 1}\r\n\r\n${why}\n`);
}

async function listen(http: HttpServer, { host, port }: WebAddress): Promise<void> {
  if (port !== undefined) return listenOn(http, host, port);
  for (let next = firstPort; ; next += 1) {
    try {
      return await listenOn(http, host, next);
    } catch (problem) {
      if ((problem as NodeJS.ErrnoException).code !== 'EADDRINUSE' || next === lastPort) throw problem;
    }
  }
}

const listenOn = (http: HttpServer, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen({ host, port, exclusive: true }, () => {
      http.off('error', reject);
      resolve();
    });
  });

/** Those who have a WebSocket are the server's guests, and leave with it. */
const close = (http: HttpServer) =>
  new Promise<void>((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });
