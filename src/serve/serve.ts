/** The life of a server: listeners start, clients come, something ends it, and everything that was opened is let go. */
import { limits } from '../core/limits.ts';
import type { Session } from '../core/session/session.ts';
import type { Clock } from '../platform/clock.ts';
import { type EndSignal, onEndSignals, statusOfSignal } from '../platform/endSignals.ts';
import type { Framing } from '../wire/framing.ts';
import type { ListenAddress } from './listener.ts';
import type { Server } from './server.ts';
import { type Listening, serveSocket } from './socket.ts';
import { serveStdio } from './stdio.ts';
import { tongues } from './tongues.ts';
import { readWebAddress, type WebAddress } from './webAddress.ts';

export interface Life {
  readonly server: Server;
  readonly listeners: readonly ListenAddress[];
  /** The program of listeners that drive one, with its arguments. */
  readonly command: readonly string[];
  readonly framing: Framing;
  /** What clients that come over the web have to show, by the variables that dialects take it from. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** By which listeners for the web may be reached besides. */
  readonly names?: readonly string[];
  readonly clock: Clock;
  /** Told once everything listens. */
  readonly started: (sockets: readonly Listening[]) => void;
  readonly log: {
    error(line: string, facts?: Readonly<Record<string, unknown>>): void;
    info(line: string, facts?: Readonly<Record<string, unknown>>): void;
  };
  /** Ends the process without further ado: a second signal. */
  readonly quit: (status: number) => void;
}

/** A listener could not start; nothing is left behind. */
export class ListenFailure extends Error {}

/** Stays until standard input ends, a signal comes or the last listener has ended, and gives the exit status. */
export async function serve(life: Life): Promise<number> {
  const { server, listeners, clock } = life;
  const ending = endingOf(life);
  const sockets: Listening[] = [];
  try {
    for (const listener of listeners.filter(({ transport }) => transport !== 'stdio'))
      sockets.push(await listen(life, listener));
    life.started(sockets);
    const clients = listeners
      .filter(({ transport }) => transport === 'stdio')
      .map((listener) => onStdio(life, listener).then(() => 0));
    const alone = clients.length === 0 ? [Promise.all(sockets.map(({ ended }) => ended)).then(() => 0)] : [];
    return await Promise.race([ending.status, ...clients, ...alone]);
  } finally {
    await within(limits.shutdownMs, clock, [server.close(), ...sockets.map((socket) => socket.close())]);
    ending.forget();
  }
}

async function listen(life: Life, listener: ListenAddress): Promise<Listening> {
  try {
    const listening = await (listener.transport === 'unix'
      ? onSocket(life, listener)
      : onWeb(life, listener));
    const { log } = life;
    void listening.ended.then(() => log.info('a listener has ended', { path: listening.path }));
    return listening;
  } catch (problem) {
    throw new ListenFailure((problem as Error).message, { cause: problem });
  }
}

async function onStdio({ server, framing, command }: Life, { dialect, options }: ListenAddress) {
  const speak = await server.learn(dialect);
  const spoken = speak({ options, command });
  const over = spoken.ended?.then(() => server.dismiss(spoken));
  await Promise.race([serveStdio(server, spoken, framing), ...(over ? [over] : [])]);
}

async function onSocket({ server, framing, command }: Life, { dialect, address, options }: ListenAddress) {
  const speak = await server.learn(dialect);
  return serveSocket(server, () => speak({ options, command }), address, framing);
}

/** Most servers are never asked for the web, and need not load what it takes. */
const onWeb = async ({ server, command, names, secrets = {} }: Life, listener: ListenAddress) => {
  const { dialect, transport, address, options } = listener;
  const { secret, ports } = tongues.get(dialect)!.web!;
  const value = secrets[secret.name];
  const [{ serveHttp }, speak] = await Promise.all([import('./http.ts'), server.learn(dialect)]);
  const listening = await serveHttp(server, {
    address: readWebAddress(address) as WebAddress,
    ports,
    ...(names && { names }),
    secret: { ...secret, value },
    speak: (url) => speak({ options, command, url, password: value }),
  });
  return transport === 'http' ? { ...listening, path: listening.path.replace('ws:', 'http:') } : listening;
};

interface Ending {
  /** Kept with the exit status when somebody asks the server to end, or when it cannot go on. */
  readonly status: Promise<number>;
  forget(): void;
}

function endingOf({ server, listeners, log, quit }: Life): Ending {
  const hangsUp = listeners.some(({ dialect }) => tongues.get(dialect)!.hangsUp);
  let left: readonly Session[] | undefined;
  let end!: (status: number) => void;
  const status = new Promise<number>((resolve) => {
    end = resolve;
  });
  const signals = onEndSignals((name: EndSignal) => {
    const status = statusOfSignal(name);
    if (left) {
      for (const { pty } of left) pty.kill();
      return quit(status);
    }
    left = server.world.sessions.all();
    if (name === 'SIGHUP' && hangsUp) for (const { pty } of left) pty.kill();
    log.info(`ends by ${name}`);
    end(status);
  });
  // Nobody knows what still holds: the sessions are ended in good order, and the process.
  const broken = (problem: unknown) => {
    log.error('failed, and ends', { problem: String((problem as Error)?.stack ?? problem) });
    end(1);
  };
  process.on('uncaughtException', broken);
  return {
    status,
    forget: () => {
      signals();
      process.off('uncaughtException', broken);
    },
  };
}

/** A client that takes nothing, or a program that does not die, must not keep the server from ending. */
function within(ms: number, clock: Clock, deeds: readonly Promise<void>[]): Promise<void> {
  return new Promise((resolve) => {
    const disarm = clock.after(ms, resolve);
    void Promise.allSettled(deeds).then(() => {
      disarm();
      resolve();
    });
  });
}
