/** A client of the native dialect over any pair of streams. Every method and notification is typed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { Duplex, Readable, Writable } from 'node:stream';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { Channel } from '#rpc/channel.ts';
import type { Framing } from '#rpc/framing.ts';
import { BaseClient } from './baseClient.ts';

export interface ClientStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly framing?: Framing;
  /** Resolves to the reason why the stream ended, if it can be known. Rejected calls report it. */
  readonly ending?: Promise<Error>;
}

/** Maximum time to wait for the exit status of a process that has closed its streams. */
const exitReasonWaitMs = 1000;

/** The size of a reply is limited by the write queue of the server, whose limit is higher than that of a request. */
const clientLimits = { ...limits, frameBytes: limits.outboxCloseBytes };

export class Client extends BaseClient {
  constructor({ input, output, framing = 'ndjson', ending }: ClientStreams) {
    super(
      (handlers) =>
        new Channel(
          { input, output, framing, limits: clientLimits, timer: systemClock },
          {
            message: (message) => handlers.message(message),
            closed: () => handlers.closed(ending ? waitForReason(ending) : Promise.resolve(undefined)),
          },
        ),
    );
  }
}

const waitForReason = (ending: Promise<Error>): Promise<Error | undefined> =>
  new Promise((resolve) => {
    const timer = systemClock.after(exitReasonWaitMs, () => resolve(undefined));
    void ending.then(resolve).then(timer.dispose);
  });

/** Connects to a server on a Unix socket. */
export async function connectSocket(path: string, framing?: Framing): Promise<Client> {
  const socket = createConnection(path);
  await once(socket, 'connect');
  return new Client({ input: socket, output: socket, framing });
}

export interface StdioServer {
  readonly client: Client;
  readonly process: ChildProcess;
}

/** Starts a server process for this client. It ends when the client closes. */
export function connectStdio(command: string, args: readonly string[], framing?: Framing): StdioServer {
  const server = spawn(command, [...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ending = exitReason(server);
  return {
    client: new Client({ input: server.stdout, output: server.stdin, framing, ending }),
    process: server,
  };
}

/** Listens from the start, because an unhandled `error` event of a command that cannot start would end the caller. */
const exitReason = (server: ChildProcess) =>
  new Promise<Error>((resolve) => {
    server.on('error', resolve);
    server.once('exit', (status, signal) =>
      resolve(new Error(`the server ended with ${signal ?? `status ${status}`}`)),
    );
  });

/** Connects over a stream, such as the one that `connectInProcess` returns. */
export const connectStream = (stream: Duplex, framing?: Framing): Client =>
  new Client({ input: stream, output: stream, framing });
