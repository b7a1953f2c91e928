/** Life cycle of a server process: starts the listeners, waits for a reason to stop, and closes everything. */

import { Duplex, type Readable } from 'node:stream';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { createDeferred, type Disposable, disposeAll } from '#platform/lifetimes.ts';
import { onTerminationSignals, signalExitStatus, type TerminationSignal } from '#platform/signals.ts';
import { standardInput, standardOutput } from '#platform/standardStreams.ts';
import type { Framing } from '#rpc/framing.ts';
import type { Session } from '#session/session.ts';
import { dialectDefinitions } from './dialects.ts';
import type { DialectEndpoint } from './endpoint.ts';
import type { ListenAddress } from './listenAddress.ts';
import type { Server } from './server.ts';
import { type Listener, serveSocket } from './unixListener.ts';
import { parseWebAddress, type WebAddress } from './webAddress.ts';

/**
 * Resolves when the client has left, or a grace period after the end of standard input. A sequential dialect gets no
 * such limit: its clients may write a whole conversation at once, whose requests end by their own time-outs.
 */
async function serveStdio(server: Server, endpoint: DialectEndpoint, framing: Framing): Promise<void> {
  const input = standardInput();
  if (endpoint.envelope?.sequential) return acceptStdio(server, endpoint, framing, input);
  let timer: Disposable | undefined;
  const late = new Promise<void>((resolve) => {
    input.once('end', () => {
      timer = server.world.clock.after(limits.lastAnswersMs, resolve);
    });
  });
  await Promise.race([acceptStdio(server, endpoint, framing, input), late]);
  timer?.dispose();
}

function acceptStdio(
  server: Server,
  endpoint: DialectEndpoint,
  framing: Framing,
  input: Readable,
): Promise<void> {
  const output = standardOutput();
  if (endpoint.stream) {
    const stream = Duplex.from({ readable: input, writable: output });
    stream.on('error', () => {});
    const closed = new Promise<void>((resolve) => stream.once('close', resolve));
    endpoint.stream(stream, server);
    return closed;
  }
  const frames = endpoint.envelope ? 'ndjson' : framing;
  return server.accept(endpoint, { input, output, framing: frames, transport: 'stdio' });
}

interface ServeOptions {
  readonly server: Server;
  readonly listeners: readonly ListenAddress[];
  /** Program with arguments, for listeners that drive one. */
  readonly command: readonly string[];
  readonly framing: Framing;
  /** Secrets for web clients, by environment variable. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Admits all users of this machine to web listeners that have no secret. */
  readonly allowAllUsers?: boolean;
  /** Additional host names of web listeners. */
  readonly names?: readonly string[];
  readonly clock: Clock;
  /** Stops the server when no session is left and no client has been connected for this many milliseconds. */
  readonly idleExitMs?: number | undefined;
  /** Ends the server with this exit status. */
  readonly ended?: Promise<number> | undefined;
  /** Called once all listeners are open. */
  readonly onStarted: (sockets: readonly Listener[]) => void;
  readonly log: {
    error(line: string, facts?: Readonly<Record<string, unknown>>): void;
    info(line: string, facts?: Readonly<Record<string, unknown>>): void;
  };
  /** Ends the process at once, after a second signal. */
  readonly quit: (status: number) => void;
}

/** A listener could not start. Everything that was opened is closed again. */
export class ListenError extends Error {}

/** Runs until standard input ends, a signal arrives or the last listener has ended. Resolves to the exit status. */
export async function runServer(life: ServeOptions): Promise<number> {
  const { server, listeners, clock } = life;
  const ending = createShutdownTrigger(life);
  let idle: Disposable | undefined;
  const sockets: Listener[] = [];
  try {
    for (const listener of listeners.filter(({ transport }) => transport !== 'stdio'))
      sockets.push(await startListener(life, listener));
    if (life.idleExitMs !== undefined) idle = watchIdle(life, life.idleExitMs, ending.end);
    life.onStarted(sockets);
    const clients = listeners
      .filter(({ transport }) => transport === 'stdio')
      .map((listener) => listenOnStdio(life, listener).then(() => 0));
    const alone = clients.length === 0 ? [Promise.all(sockets.map(({ ended }) => ended)).then(() => 0)] : [];
    const ended = life.ended ? [life.ended] : [];
    return await Promise.race([ending.exitStatus, ...clients, ...alone, ...ended]);
  } finally {
    idle?.dispose();
    await withTimeout(limits.shutdownMs, clock, [server.close(), ...sockets.map((socket) => socket.close())]);
    ending.dispose();
  }
}

async function startListener(life: ServeOptions, listener: ListenAddress): Promise<Listener> {
  try {
    const listening = await (listener.transport === 'unix'
      ? listenOnSocket(life, listener)
      : listenOnWeb(life, listener));
    const { log } = life;
    void listening.ended.then(() => log.info('listener closed', { path: listening.path }));
    return listening;
  } catch (problem) {
    const { code, message } = problem as NodeJS.ErrnoException;
    const nextStep =
      code === 'EADDRINUSE' ? '; choose another port, or stop the program that uses this one' : '';
    throw new ListenError(`${message}${nextStep}`, { cause: problem });
  }
}

async function listenOnStdio(
  { server, framing, command }: ServeOptions,
  { dialect, options }: ListenAddress,
) {
  const openEndpoint = await server.loadDialect(dialect);
  const endpoint = openEndpoint({ options, command });
  const over = endpoint.ended?.then(() => server.closeEndpoint(endpoint));
  await Promise.race([serveStdio(server, endpoint, framing), ...(over ? [over] : [])]);
}

async function listenOnSocket(life: ServeOptions, { dialect, address, descriptor, options }: ListenAddress) {
  const { server, framing, command, secrets = {} } = life;
  const openEndpoint = await server.loadDialect(dialect);
  const password = secrets[dialectDefinitions.get(dialect)!.web?.secret.name ?? ''];
  return serveSocket(
    server,
    () => openEndpoint({ options, command, password }),
    descriptor ?? address,
    framing,
  );
}

/** Loads the web listener on demand, because most servers do not use it. */
const listenOnWeb = async (
  { server, command, names, allowAllUsers, secrets = {} }: ServeOptions,
  listener: ListenAddress,
) => {
  const { dialect, transport, address, options } = listener;
  const { secret, ports } = dialectDefinitions.get(dialect)!.web!;
  const value = secrets[secret.name];
  const [{ serveHttp }, openEndpoint] = await Promise.all([
    import('./httpListener.ts'),
    server.loadDialect(dialect),
  ]);
  const listening = await serveHttp(server, {
    address: parseWebAddress(address) as WebAddress,
    ports,
    ...(names && { names }),
    allowAllUsers,
    secret: { ...secret, value },
    createEndpoint: (url, password) => openEndpoint({ options, command, url, password }),
  });
  return transport === 'http' ? { ...listening, path: listening.path.replace('ws:', 'http:') } : listening;
};

const lifeUpdates: ReadonlySet<string> = new Set(['opened', 'exited', 'closed']);

/**
 * Calls `end` with status 0 when the server is idle: no client, and no session. Programs that have ended keep it alive
 * for longer, because their last screens may still be read.
 */
function watchIdle({ server, clock }: ServeOptions, ms: number, end: (status: number) => void): Disposable {
  const { sessions } = server.world;
  let timer: Disposable | undefined;
  const check = () => {
    timer?.dispose();
    timer = undefined;
    const left = sessions.all();
    if (server.connections > 0 || left.some(({ exit }) => exit === null)) return;
    timer = clock.after(left.length > 0 ? limits.keptScreensMs : ms, () => end(0));
  };
  const listeners = [
    server.onConnections(check),
    sessions.onUpdate((_, update) => lifeUpdates.has(update) && check()),
  ];
  check();
  return {
    dispose: () => {
      timer?.dispose();
      disposeAll(listeners);
    },
  };
}

interface ShutdownTrigger extends Disposable {
  end(status: number): void;
  /** Resolves to the exit status when a signal arrives or an exception is not caught. */
  readonly exitStatus: Promise<number>;
}

function createShutdownTrigger({ server, listeners, log, quit }: ServeOptions): ShutdownTrigger {
  const hangsUp = listeners.some(({ dialect }) => dialectDefinitions.get(dialect)!.killsOnHangup);
  let left: readonly Session[] | undefined;
  const { promise: exitStatus, resolve: end } = createDeferred<number>();
  const signals = onTerminationSignals((name: TerminationSignal) => {
    const status = signalExitStatus(name);
    if (left) {
      for (const { pty } of left) pty.kill();
      return quit(status);
    }
    left = server.world.sessions.all();
    if (name === 'SIGHUP' && hangsUp) for (const { pty } of left) pty.kill();
    log.info(`stopping on ${name}`);
    end(status);
  });
  // The state may be inconsistent after an uncaught exception. Closes the sessions in order, then ends the process.
  const broken = (problem: unknown) => {
    log.error('uncaught exception; stopping', { problem: String((problem as Error)?.stack ?? problem) });
    end(1);
  };
  process.on('uncaughtException', broken);
  return {
    exitStatus,
    end,
    dispose: () => {
      signals.dispose();
      process.off('uncaughtException', broken);
    },
  };
}

/** Limits the wait, so that a client that does not read or a program that does not die cannot block the shutdown. */
function withTimeout(ms: number, clock: Clock, operations: readonly Promise<void>[]): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.after(ms, resolve);
    void Promise.allSettled(operations).then(() => {
      timer.dispose();
      resolve();
    });
  });
}
