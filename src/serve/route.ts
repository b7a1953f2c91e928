/** What a listener for the web has at its paths: what answers a request there, and what is spoken over a WebSocket. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Server } from './server.ts';
import type { Spoken } from './spoken.ts';

/** Somebody at a path. */
export interface Visit {
  readonly server: Server;
  readonly request: IncomingMessage;
  /** What stands where the path of the route has a name. */
  readonly names: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** Why somebody is sent away, instead of what they came for. */
export interface Denial {
  readonly status: number;
  /** For programs. */
  readonly code: string;
  readonly why: string;
}

export type Answer = (visit: Visit, response: ServerResponse) => void | Promise<void>;

export interface WebRoute {
  /** Segments between slashes: `:name` stands for any one, `*` at the end for all the rest. */
  readonly path: string;
  /** Also for those who show no token: what holds nothing of anybody's, such as the files of a page. */
  readonly open?: true;
  /** Only for those who show a token, also where the listener asks nobody else for one. */
  readonly guarded?: true;
  /** What answers, by the method of the request. */
  readonly answers?: Readonly<Record<string, Answer>>;
  /** What is spoken over a WebSocket here. */
  readonly socket?: (visit: Visit) => Spoken | Denial;
  /** Or what is done with its bytes. The stream ends with the connection. */
  readonly bytes?: (visit: Visit) => ((stream: ByteStream) => void) | Denial;
}

export interface ByteStream extends Duplex {
  /** Why it is ended, as the other side is told. */
  farewell: () => string;
}

export interface Found {
  readonly route: WebRoute;
  readonly names: Visit['names'];
}

/** The first that is for this path. A segment that is no text is for nobody. */
export function findRoute(routes: readonly WebRoute[], path: string): Found | undefined {
  const segments = segmentsOf(path);
  for (const route of segments ? routes : []) {
    const names = namesIn(segmentsOf(route.path)!, segments!);
    if (names) return { route, names };
  }
  return undefined;
}

function namesIn(pattern: readonly string[], segments: readonly string[]): Visit['names'] | undefined {
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

function segmentsOf(path: string): readonly string[] | undefined {
  try {
    return path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
