/** A listener for the web: who may come, by which secret, and where. What is found there is `visits.ts`. */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '../core/limits.ts';
import { pageOf } from './page.ts';
import type { Server } from './server.ts';
import type { Listening } from './socket.ts';
import type { Spoken } from './spoken.ts';
import { Visits } from './visits.ts';
import { isLoopback, type WebAddress } from './webAddress.ts';
import { urlOf, type WebPlace } from './webGate.ts';
import { newToken, WebToken } from './webToken.ts';

export interface WebTerms {
  readonly address: WebAddress;
  /** Where clients look for servers, when the address names no port. */
  readonly ports?: readonly [first: number, last: number];
  readonly secret: WebSecret;
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
  const { address, secret, speak } = terms;
  if (!isLoopback(address.host)) requireSecret(address.host, secret);
  const http = createServer({
    maxHeaderSize: limits.httpHeaderBytes,
    headersTimeout: limits.frameFinishMs,
    requestTimeout: limits.frameFinishMs,
    noDelay: true,
  });
  // Somebody beyond these hears nothing; those between are told that there is no room.
  http.maxConnections = limits.connections * 2;
  await listen(http, address, terms.ports ?? anyPort);
  const place: WebPlace = { host: address.host, port: (http.address() as AddressInfo).port };
  const url = urlOf(place);
  const token =
    secret.kind === 'token' && secret.value !== undefined
      ? new WebToken(server.world.clock, secret.value)
      : undefined;
  const spoken = speak(url);
  const made = !token && spoken.routes?.some(({ guarded }) => guarded) ? newToken() : undefined;
  const guard = made === undefined ? token : new WebToken(server.world.clock, made);
  const visits = new Visits({ server, place, token, guard, spoken });
  http.on('upgrade', (request, socket, head) => visits.upgrade({ request, socket, head }));
  http.on('request', (request, response) => visits.request(request, response));
  const close = async () => {
    guard?.close();
    await Promise.all([visits.close(), closed(http)]);
  };
  const page = made === undefined ? undefined : pageOf(url, made);
  return { path: url, page, ended: spoken.ended?.then(close) ?? new Promise<never>(() => {}), close };
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

async function listen(
  http: HttpServer,
  { host, port }: WebAddress,
  [first, last]: readonly [number, number],
): Promise<void> {
  if (port !== undefined) return listenOn(http, host, port);
  for (let next = first; ; next += 1) {
    try {
      return await listenOn(http, host, next);
    } catch (problem) {
      if ((problem as NodeJS.ErrnoException).code !== 'EADDRINUSE' || next === last) throw problem;
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
const closed = (http: HttpServer) =>
  new Promise<void>((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });
