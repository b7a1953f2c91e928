/**
 * A listener for HTTP and WebSocket: binding of addresses, access policy and limits. `router.ts` handles its requests.
 * `localhost` is two addresses, and a browser may try either one first. Both are bound on the same port, so that no
 * other process can answer at the second one.
 */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { createSameUserCheck, type SameUserCheck } from '#platform/userInfo.ts';
import { admitSameUser, generateToken, type WebHost, WebToken, webSocketUrl } from './authentication.ts';
import type { DialectEndpoint } from './endpoint.ts';
import { EvictionPool } from './evictionPool.ts';
import { pageUrl } from './pageRoutes.ts';
import { Router } from './router.ts';
import type { Server } from './server.ts';
import type { Listener } from './unixListener.ts';
import { clientNetwork, isLoopback, type WebAddress } from './webAddress.ts';

interface BoundServers {
  readonly servers: readonly HttpServer[];
  readonly port: number;
}

/** Binds the first free port of the range if the address names no port. */
async function bind(
  make: () => HttpServer,
  { host, port }: WebAddress,
  [first, last]: readonly [number, number],
): Promise<BoundServers> {
  const hosts = host === 'localhost' ? loopbackHosts : [host];
  if (port === 0) return bindFreePort(make, hosts);
  if (port !== undefined) return bindAll(make, hosts, port);
  for (let next = first; ; next += 1) {
    try {
      return await bindAll(make, hosts, next);
    } catch (problem) {
      if (errorCode(problem) !== 'EADDRINUSE' || next === last) throw problem;
    }
  }
}

const loopbackHosts = ['127.0.0.1', '::1'] as const;

/** Retries, because a port that is free at one address may be taken at the other. */
async function bindFreePort(make: () => HttpServer, hosts: readonly string[]): Promise<BoundServers> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await bindAll(make, hosts, 0);
    } catch (problem) {
      if (errorCode(problem) !== 'EADDRINUSE' || tries === 16) throw problem;
    }
  }
}

async function bindAll(
  make: () => HttpServer,
  hosts: readonly string[],
  requested: number,
): Promise<BoundServers> {
  const servers: HttpServer[] = [];
  let port = requested;
  try {
    for (const host of hosts) {
      const http = make();
      try {
        await listenOn(http, host, port);
      } catch (problem) {
        // Without IPv6 (or IPv4) on this machine, no client can use that address.
        if (servers.length > 0 && isAddressUnavailable(problem)) continue;
        throw problem;
      }
      servers.push(http);
      port = (http.address() as AddressInfo).port;
    }
  } catch (problem) {
    for (const http of servers) http.close();
    throw problem;
  }
  return { servers, port };
}

const listenOn = (http: HttpServer, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen({ host, port, exclusive: true }, () => {
      http.off('error', reject);
      resolve();
    });
  });

/** Requests get `limits.lastAnswersMs` to finish. WebSockets belong to the server and close with it. */
const closeHttpServer = (http: HttpServer, clock: Clock) =>
  new Promise<void>((resolve) => {
    const timer = clock.after(limits.lastAnswersMs, () => http.closeAllConnections());
    http.close(() => {
      timer.dispose();
      resolve();
    });
    http.closeIdleConnections();
  });

const isAddressUnavailable = (problem: unknown) =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(errorCode(problem) ?? '');

const errorCode = (problem: unknown) => (problem as NodeJS.ErrnoException).code;

interface HttpListenerOptions {
  readonly address: WebAddress;
  /** Port range where clients look for servers, used when the address names no port. */
  readonly ports?: readonly [first: number, last: number];
  readonly secret: WebSecret;
  /** Additional host names of the server, in lower case. Other machines can then reach it too. */
  readonly names?: readonly string[];
  /** Admits all users of this machine without a secret. */
  readonly allowAllUsers?: boolean | undefined;
  /** Null where the kernel does not report the user of a connection. */
  readonly sameUser?: SameUserCheck | null;
  /** Called once the URL is known, before clients can connect. */
  readonly createEndpoint: (url: string, password: string | undefined) => DialectEndpoint;
}

/**
 * Without a value only this machine can reach the listener, and only the user who runs it. A secret is generated at
 * each start if the kernel does not report users, or if all clients of the dialect can present one.
 */
export interface WebSecret {
  /** Environment variable that holds the secret. */
  readonly name: string;
  readonly value: string | undefined;
  /** token: presented with every request and WebSocket. password: the dialect asks for it. */
  readonly kind: 'token' | 'password';
  /** Every client of the dialect can present a secret. */
  readonly always?: true;
}

const defaultPorts = [9420, 9520] as const;

export async function serveHttp(server: Server, options: HttpListenerOptions): Promise<Listener> {
  const { address, secret, createEndpoint, names = [] } = options;
  const [reached] = [...(isLoopback(address.host) ? [] : [address.host]), ...names];
  if (reached !== undefined) requireSecret(reached, secret);
  const admission = createAccessPolicy(options);
  const { servers, port } = await bind(createHttpServer, address, options.ports ?? defaultPorts);
  const place: WebHost = { host: address.host, port, names };
  const url = webSocketUrl(place);
  const { clock } = server.world;
  const givenSecret = admission.value;
  const token =
    secret.kind === 'token' && givenSecret !== undefined ? new WebToken(clock, givenSecret) : undefined;
  const endpoint = createEndpoint(url, secret.kind === 'password' ? givenSecret : undefined);
  const forPage = !token && endpoint.routes?.some(({ guarded }) => guarded) ? generateToken() : undefined;
  const guard = forPage === undefined ? token : new WebToken(clock, forPage);
  const router = new Router({ server, webHost: place, token, guard, endpoint });
  const silent = new EvictionPool<Duplex>(limits.connections, (socket) => socket.destroy());
  for (const http of servers) {
    trackSilentSockets(http, silent);
    if (admission.sameUser) admitSameUser(http, admission.sameUser, secret.name);
    http.on('upgrade', (request, socket, head) => router.handleUpgrade({ request, socket, head }));
    http.on('request', (request, response) => router.handleRequest(request, response));
  }
  const close = async () => {
    guard?.close();
    await Promise.all([router.close(), ...servers.map((http) => closeHttpServer(http, clock))]);
  };
  const made = forPage ?? (secret.value === undefined && secret.kind === 'token' ? givenSecret : undefined);
  const page = made !== undefined && endpoint.routes ? pageUrl(url, made) : undefined;
  const ended = endpoint.ended?.then(close) ?? new Promise<never>(() => {});
  return { path: url, page, ended, close, accessNote: admission.accessNote };
}

interface AccessPolicy {
  /** Explains to the user who starts the server which clients are admitted. */
  readonly accessNote: string | undefined;
  /** The secret that clients present. */
  readonly value?: string | undefined;
  readonly sameUser?: SameUserCheck;
}

function createAccessPolicy({
  secret,
  allowAllUsers,
  sameUser = createSameUserCheck(),
}: HttpListenerOptions): AccessPolicy {
  const { name, value, kind, always } = secret;
  if (value !== undefined) return { accessNote: undefined, value };
  if (allowAllUsers) return { accessNote: undefined };
  if (sameUser && !always)
    return { accessNote: `only programs of your user are accepted; to accept others, set ${name}`, sameUser };
  const made = generateToken();
  return {
    accessNote: `clients must send the ${kind} ${made}; to choose another one, set ${name}`,
    value: made,
  };
}

function createHttpServer(): HttpServer {
  const http = createServer({
    maxHeaderSize: limits.httpHeaderBytes,
    headersTimeout: limits.frameFinishMs,
    requestTimeout: limits.frameFinishMs,
    noDelay: true,
  });
  // Connections without a request, silent and active WebSockets, byte streams, and rejected connections.
  http.maxConnections = limits.connections * 6;
  return http;
}

/** Connections without a complete request go into the eviction pool, so they cannot block others. */
function trackSilentSockets(http: HttpServer, silent: EvictionPool<Duplex>): void {
  http.on('connection', (socket) => {
    silent.add(socket, clientNetwork(socket.remoteAddress));
    socket.once('close', () => silent.delete(socket));
  });
  http.on('upgrade', (_request, socket) => silent.delete(socket));
  http.on('request', (request, response) => {
    const { socket } = request;
    request.once('end', () => silent.delete(socket));
    response.once('close', () => {
      if (!socket.destroyed && !silent.has(socket)) silent.add(socket, clientNetwork(socket.remoteAddress));
    });
  });
}

function requireSecret(host: string, { name, value, kind }: WebSecret): void {
  if (value === undefined)
    throw new Error(`${host} can be reached from other machines: set ${name}, or use 127.0.0.1`);
  const least = kind === 'token' ? limits.webTokenChars : limits.passwordChars;
  if (value.length < least)
    throw new Error(
      `${host} can be reached from other machines: ${name} must have at least ${least} characters`,
    );
}
