/**
 * Access checks for web listeners: Host and Origin headers, tokens, tickets, and connections of other users. A page in
 * a browser can reach this machine as well as its user can. The Host and Origin headers distinguish it from a program.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Server as HttpServer, IncomingHttpHeaders } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import type { SameUserCheck } from '#platform/userInfo.ts';
import { formatHost, isLoopback } from './webAddress.ts';

export interface WebHost {
  readonly host: string;
  readonly port: number;
  /** Additional host names of this server, for example of a proxy in front of it. */
  readonly names?: readonly string[];
}

interface OriginHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
}

/** Returns why a request must be rejected, or undefined if its headers are acceptable. */
export function checkOrigin({ host, origin, ...come }: OriginHeaders, place: WebHost): string | undefined {
  if (host === undefined || !isOwnHost(host, place))
    return 'the Host header is not an address of this server';
  if (origin !== undefined && !isSameOrigin(origin, host, place))
    return 'the Origin header is not this server; pages of other sites are not allowed';
  // An image or a link on another site sends no Origin. Browsers mark such requests with Sec-Fetch-Site.
  if (origin === undefined && /^(?:cross|same)-site$/.test(String(come['sec-fetch-site'])))
    return 'the request comes from a page of another site; open the address directly';
  return undefined;
}

/**
 * Accepts an address, `localhost` or our own host name. Any other name could be pointed here by someone else (DNS
 * rebinding).
 */
function isOwnHost(authority: string, { host, port, names = [] }: WebHost): boolean {
  const { name, at } = splitAuthority(authority);
  if (name === undefined) return false;
  // Behind a proxy the port is that of the proxy.
  if (names.includes(name)) return true;
  if (Number(at ?? 80) !== port) return false;
  if (name === 'localhost' || name === host) return true;
  return isLoopback(host) ? name === '127.0.0.1' || name === '::1' : isIP(name) > 0;
}

/** A page that used another name of this machine has another origin, as far as a browser knows. */
function isSameOrigin(origin: string, host: string, { names = [] }: WebHost): boolean {
  const [, tls, authority] = /^http(s?):\/\/([^/?#@]+)$/i.exec(origin) ?? [];
  if (authority === undefined) return false;
  const { name } = splitAuthority(authority);
  return (
    (name !== undefined && names.includes(name)) ||
    (tls === '' && normalizeAuthority(authority) === normalizeAuthority(host))
  );
}

function splitAuthority(authority: string): {
  readonly name?: string | undefined;
  readonly at?: string | undefined;
} {
  const [, bare, address, at] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::(\d+))?$/i.exec(authority) ?? [];
  return { name: (bare ?? address)?.toLowerCase(), at };
}

const normalizeAuthority = (authority: string): string => authority.toLowerCase().replace(/:80$/, '');

export const webSocketUrl = ({ host, port }: WebHost): string => `ws://${formatHost(host)}:${port}`;

type TokenCheck = 'right' | 'missing' | 'wrong';

/**
 * Checks the token of a web listener and issues tickets. A browser cannot set headers on a WebSocket, and URLs end up
 * in logs. So a token buys tickets; each is valid for one connection and expires after `limits.webTicketMs`.
 */
export class WebToken {
  readonly #clock: Clock;
  readonly #digest: Buffer;
  /** Digest of each unredeemed ticket, with the function that cancels its expiry timer. */
  readonly #tickets = new Map<string, Disposable>();

  constructor(clock: Clock, token: string) {
    this.#clock = clock;
    this.#digest = sha256(token);
  }

  /** Checking a ticket redeems it. Without `query`, tickets are not accepted. */
  check({ authorization }: IncomingHttpHeaders, query?: URLSearchParams): TokenCheck {
    const ticket = query?.get('ticket') ?? null;
    if (ticket !== null) return this.#redeemTicket(ticket) ? 'right' : 'wrong';
    if (authorization === undefined) return 'missing';
    const [, token] = /^Bearer +([^ ]+) *$/i.exec(authorization) ?? [];
    return token !== undefined && timingSafeEqual(this.#digest, sha256(token)) ? 'right' : 'wrong';
  }

  /** Returns undefined when there are too many unredeemed tickets. */
  issueTicket(): string | undefined {
    if (this.#tickets.size >= limits.webTickets) return undefined;
    const ticket = randomBytes(24).toString('base64url');
    const key = sha256(ticket).toString('hex');
    const timer = this.#clock.after(limits.webTicketMs, () => this.#tickets.delete(key));
    this.#tickets.set(key, timer);
    return ticket;
  }

  /** Invalidates all tickets. */
  close(): void {
    disposeAll(this.#tickets.values());
    this.#tickets.clear();
  }

  // Looks up the digest, so that the time of the lookup reveals nothing about unredeemed tickets.
  #redeemTicket(ticket: string): boolean {
    const key = sha256(ticket).toString('hex');
    this.#tickets.get(key)?.dispose();
    return this.#tickets.delete(key);
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

export const generateToken = (): string => randomBytes(24).toString('base64url');

/** Admits only connections of the user who runs the server. Parses no bytes before the user is known. */
export function admitSameUser(http: HttpServer, sameUser: SameUserCheck, variable: string): void {
  const handlers = http.listeners('connection') as ((socket: Socket) => void)[];
  http.removeAllListeners('connection');
  http.on('connection', (socket: Socket) => {
    socket.on('error', () => {});
    void sameUser(socket).then((admitted) => {
      if (socket.destroyed) return;
      if (admitted) for (const handle of handlers) handle.call(http, socket);
      else rejectConnection(socket, variable);
    });
  });
}

function rejectConnection(socket: Socket, variable: string): void {
  const why = `This server accepts only the user who started it, but this connection comes from another user. To accept other users, set ${variable} for the server.\n`;
  const head = `HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(why)}\r\n\r\n`;
  socket.resume();
  // A client that leaves its side open would keep the socket alive.
  socket.end(head + why, () => socket.destroy());
}
