/** A listener on a Unix socket, which only its owner can open. */
import { createServer, type Socket } from 'node:net';
import { limits } from '#limits.ts';
import { adoptSocket, claimSocket } from '#platform/socketFile.ts';
import type { Framing } from '#rpc/framing.ts';
import type { DialectEndpoint } from './endpoint.ts';
import type { Server } from './server.ts';

export interface Listener {
  readonly path: string;
  /** URL of the page with a generated key; absent if the user chose the secret. */
  readonly page?: string | undefined;
  /** Explains to the user who starts the server which clients are admitted. */
  readonly accessNote?: string | undefined;
  /** Whether a killed server had left its socket at this path. */
  readonly wasStale?: boolean | undefined;
  /** Resolves when the listener has ended by itself and has closed everything that it opened. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** `place` is a path, or an inherited descriptor. Calls `openEndpoint` once it is claimed, before clients can connect. */
export async function serveSocket(
  server: Server,
  openEndpoint: () => DialectEndpoint,
  place: string | number,
  framing: Framing,
): Promise<Listener> {
  const listener = createServer({ allowHalfOpen: true }, (socket) => {
    if (!server.hasRoom('socket') || streams.size >= limits.connections) return rejectSocket(socket);
    if (endpoint.stream) return keep(socket, endpoint.stream);
    const frames = endpoint.envelope ? 'ndjson' : framing;
    const both = { input: socket, output: socket, framing: frames, framesExpire: true } as const;
    void server.accept(endpoint, { ...both, transport: 'unix' });
  });
  const streams = new Set<Socket>();
  const keep = (socket: Socket, serve: NonNullable<DialectEndpoint['stream']>) => {
    streams.add(socket);
    socket.on('error', () => {});
    const left = server.logByteStream({ transport: 'unix', dialect: endpoint.name });
    socket.once('close', () => {
      streams.delete(socket);
      left();
    });
    serve(socket, server);
  };
  const owned = await (typeof place === 'number'
    ? adoptSocket(place, listener)
    : claimSocket(place, listener));
  const path = typeof place === 'number' ? owned.path : place;
  let endpoint: DialectEndpoint;
  try {
    endpoint = openEndpoint();
  } catch (problem) {
    await owned.close();
    throw problem;
  }
  const close = async () => {
    await owned.close();
    for (const socket of streams) socket.end();
  };
  const dismiss = async () => {
    await close();
    await server.closeEndpoint(endpoint);
  };
  return { path, ended: endpoint.ended?.then(dismiss) ?? neverEnds, close, wasStale: owned.wasStale };
}

const neverEnds = new Promise<never>(() => {});

/** The limit is reached. No error message exists that clients of every dialect would understand. */
function rejectSocket(socket: Socket): void {
  socket.on('error', () => {});
  socket.destroy();
}
