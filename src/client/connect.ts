/** Ways to reach a server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Framing } from '../wire/framing.ts';
import { Client } from './client.ts';

/** A server that listens on a socket. */
export async function connectSocket(path: string, framing?: Framing): Promise<Client> {
  const socket = createConnection(path);
  await once(socket, 'connect');
  return new Client({ input: socket, output: socket, framing });
}

export interface StdioServer {
  readonly client: Client;
  readonly process: ChildProcess;
}

/** A server of one's own, started for this client; it ends when the client closes. */
export function connectStdio(command: string, args: readonly string[], framing?: Framing): StdioServer {
  const server = spawn(command, [...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ending = endingOf(server);
  return {
    client: new Client({ input: server.stdout, output: server.stdin, framing, ending }),
    process: server,
  };
}

/** Heard from the start: a command that cannot be started is an `error`, and one that nobody hears ends the caller. */
const endingOf = (server: ChildProcess) =>
  new Promise<Error>((resolve) => {
    server.on('error', resolve);
    server.once('exit', (status, signal) =>
      resolve(new Error(`the server ended with ${signal ?? `status ${status}`}`)),
    );
  });

/** A pair of streams, such as `connectInProcess` gives. */
export const connectStream = (stream: Duplex, framing?: Framing): Client =>
  new Client({ input: stream, output: stream, framing });
