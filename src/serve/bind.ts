/**
 * Where a listener for the web takes connections. `localhost` is two addresses, and a browser tries whichever it likes
 * first: both are taken, on the same port, so that nobody else can answer at the other one.
 */
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '../core/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { WebAddress } from './webAddress.ts';

export interface Bound {
  readonly servers: readonly HttpServer[];
  readonly port: number;
}

/** The first that is free of `ports` where the address names no port. */
export async function bind(
  make: () => HttpServer,
  { host, port }: WebAddress,
  [first, last]: readonly [number, number],
): Promise<Bound> {
  const hosts = host === 'localhost' ? loopbacks : [host];
  if (port === 0) return bindAnywhere(make, hosts);
  if (port !== undefined) return bindAll(make, hosts, port);
  for (let next = first; ; next += 1) {
    try {
      return await bindAll(make, hosts, next);
    } catch (problem) {
      if (codeOf(problem) !== 'EADDRINUSE' || next === last) throw problem;
    }
  }
}

const loopbacks = ['127.0.0.1', '::1'] as const;

/** What is free at one address may be taken at the other. */
async function bindAnywhere(make: () => HttpServer, hosts: readonly string[]): Promise<Bound> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await bindAll(make, hosts, 0);
    } catch (problem) {
      if (codeOf(problem) !== 'EADDRINUSE' || tries === 16) throw problem;
    }
  }
}

async function bindAll(make: () => HttpServer, hosts: readonly string[], wanted: number): Promise<Bound> {
  const servers: HttpServer[] = [];
  let port = wanted;
  try {
    for (const host of hosts) {
      const http = make();
      try {
        await listen(http, host, port);
      } catch (problem) {
        // Without the other kind of addresses there is nobody who could come by one.
        if (servers.length > 0 && isAbsent(problem)) continue;
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

const listen = (http: HttpServer, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen({ host, port, exclusive: true }, () => {
      http.off('error', reject);
      resolve();
    });
  });

/** Those who wait for an answer have a while for it; who has a WebSocket is the server's guest, and leaves with it. */
export const unbind = (http: HttpServer, clock: Clock) =>
  new Promise<void>((resolve) => {
    const disarm = clock.after(limits.lastAnswersMs, () => http.closeAllConnections());
    http.close(() => {
      disarm();
      resolve();
    });
    http.closeIdleConnections();
  });

const isAbsent = (problem: unknown) => ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(problem) ?? '');

const codeOf = (problem: unknown) => (problem as NodeJS.ErrnoException).code;
