/** Clients that come through a socket, which only its owner can open. */
import { createServer, type Socket } from 'node:net';
import { claimSocket } from '../platform/socketFile.ts';
import type { Framing } from '../wire/framing.ts';
import type { Server } from './server.ts';
import type { Spoken } from './spoken.ts';

export interface Listening {
  readonly path: string;
  /** Where people watch, with the key that was made for it: nobody else has said one. */
  readonly page?: string | undefined;
  /** Kept when the listener has ended by itself, and everything that it opened is let go. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** `speak` is asked once the path is ours, and before anybody can come by it. */
export async function serveSocket(
  server: Server,
  speak: () => Spoken,
  path: string,
  framing: Framing,
): Promise<Listening> {
  const listener = createServer({ allowHalfOpen: true }, (socket) => {
    if (!server.hasRoom('socket')) return refuse(socket);
    const frames = spoken.envelope ? 'ndjson' : framing;
    const streams = { input: socket, output: socket, framing: frames, framesExpire: true } as const;
    void server.accept(spoken, { ...streams, transport: 'unix' });
  });
  const owned = await claimSocket(path, listener);
  let spoken: Spoken;
  try {
    spoken = speak();
  } catch (problem) {
    await owned.close();
    throw problem;
  }
  const close = async () => {
    await owned.close();
    await server.dismiss(spoken);
  };
  return { path, ended: spoken.ended?.then(close) ?? never, close: () => owned.close() };
}

const never = new Promise<never>(() => {});

/** There is no room, and nothing to say it with that every dialect would read. */
function refuse(socket: Socket): void {
  socket.on('error', () => {});
  socket.destroy();
}
