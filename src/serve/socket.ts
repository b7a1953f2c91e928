/** Clients that come through a socket, which only its owner can open. */
import { createServer, type Socket } from 'node:net';
import { limits } from '../core/limits.ts';
import { claimSocket } from '../platform/socketFile.ts';
import type { Framing } from '../wire/framing.ts';
import type { Server } from './server.ts';

export interface Listening {
  readonly path: string;
  close(): Promise<void>;
}

export async function serveSocket(
  server: Server,
  dialect: string,
  path: string,
  framing: Framing,
): Promise<Listening> {
  const listener = createServer({ allowHalfOpen: true }, (socket) => {
    if (server.connections >= limits.connections) return refuse(socket);
    void server.accept(dialect, { input: socket, output: socket, framing, framesExpire: true });
  });
  const owned = await claimSocket(path, listener);
  return { path, close: () => owned.close() };
}

/** There is no room, and nothing to say it with that every dialect would read. */
function refuse(socket: Socket): void {
  socket.on('error', () => {});
  socket.destroy();
}
