/** Servers for specs: in the same process, or the built one behind real pipes or a real socket. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { permissionNames } from '#permissions.ts';
import { systemClock } from '#platform/clock.ts';
import type { Framing } from '#rpc/framing.ts';
import { connectInProcess, Server, type ServerOptions } from '#server/server.ts';
import { serveSocket } from '#server/unixListener.ts';
import { times } from '../soak/scale.ts';
import { NotingClient } from './connection.ts';
import { pluginPath } from './programs.ts';

export const bin = fileURLToPath(new URL('../../bin/ptywright.js', import.meta.url));

export interface Running {
  readonly client: NotingClient;
  /** Opens one more connection to the same server. */
  connect(): Promise<NotingClient>;
  close(): Promise<void>;
}

export function inProcessServer(options: Partial<ServerOptions> = {}): Server {
  return new Server({
    clock: systemClock,
    redactionEnforced: false,
    grants: new Set(permissionNames),
    version: '0.0.0-spec',
    log: (line, facts) => {
      throw new Error(`${line} ${JSON.stringify(facts)}`);
    },
    checkReplies: true,
    ...options,
  });
}

export function runInProcess(
  framing: Framing = 'ndjson',
  options: Partial<ServerOptions> = {},
): Running & { server: Server } {
  const server = inProcessServer(options);
  const connect = async () => {
    const stream = connectInProcess(server, server.native, framing);
    return new NotingClient({ input: stream, output: stream, framing });
  };
  const stream = connectInProcess(server, server.native, framing);
  const client = new NotingClient({ input: stream, output: stream, framing });
  return { server, client, connect, close: () => server.close() };
}

/** The built server on its standard streams. */
export function runOnStdio(
  framing: Framing = 'ndjson',
  args: readonly string[] = [],
): Running & { process: ChildProcess } {
  const server = spawn(
    process.execPath,
    [bin, 'serve', '--stdio', '--framing', framing, '--check-replies', ...args],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const client = new NotingClient({ input: server.stdout!, output: server.stdin!, framing });
  const ended = once(server, 'exit');
  return {
    client,
    process: server,
    connect: () => Promise.reject(new Error('standard input has one client')),
    close: async () => {
      await client.close();
      await ended;
    },
  };
}

/** The built server on a socket in a new folder. */
export async function runOnSocket(
  framing: Framing = 'ndjson',
  args: readonly string[] = [],
  path = join(mkdtempSync(join(tmpdir(), 'ptywright-')), 'p.sock'),
  env: Readonly<Record<string, string>> = {},
): Promise<Running & { process: ChildProcess; path: string }> {
  const server = spawn(
    process.execPath,
    [bin, 'serve', '--socket', path, '--framing', framing, '--check-replies', ...args],
    {
      stdio: ['ignore', 'inherit', 'pipe'],
      env: { ...process.env, ...env },
    },
  );
  await listening(server);
  const connect = () => connectTo(path, framing);
  const ended = once(server, 'exit');
  return {
    client: await connect(),
    connect,
    process: server,
    path,
    close: async () => {
      server.kill('SIGTERM');
      await ended;
      rmSync(dirname(path), { recursive: true, force: true });
    },
  };
}

async function connectTo(path: string, framing: Framing): Promise<NotingClient> {
  const socket = createConnection(path);
  await once(socket, 'connect');
  return new NotingClient({ input: socket, output: socket, framing });
}

/** Resolves when the server reports on stderr that it is listening. */
function listening(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stderr!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('listening')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
}

const withPlugin = ['--plugin', pluginPath('echo'), '--allow-plugin-load'];

function runInProcessWithPlugin(framing: Framing): Promise<Running> {
  const running = runInProcess(framing, { allowPluginLoad: true });
  running.server.world.plugins.load(pluginPath('echo'));
  return Promise.resolve(running);
}

/** A real socket of a server in this process: starting a process for each sample costs fifty times as much. */
export async function runOnSocketInProcess(
  framing: Framing = 'ndjson',
  options: Partial<ServerOptions> = {},
): Promise<Running & { path: string }> {
  const server = inProcessServer({ allowPluginLoad: true, ...options });
  server.world.plugins.load(pluginPath('echo'));
  const folder = mkdtempSync(join(tmpdir(), 'ptywright-'));
  const path = join(folder, 'p.sock');
  const listener = await serveSocket(server, () => server.native, path, framing);
  const connect = () => connectTo(path, framing);
  return {
    client: await connect(),
    connect,
    path,
    close: async () => {
      await listener.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A socket on which each client gets a new server in this process, with the plugin `echo`. */
export async function runServerPerClient(
  framing: Framing,
  options: Partial<ServerOptions> = {},
): Promise<{ readonly path: string; close(): Promise<void> }> {
  const path = join(mkdtempSync(join(tmpdir(), 'ptywright-')), 'p.sock');
  const servers: Server[] = [];
  const listener = createServer((socket) => {
    const server = inProcessServer({ allowPluginLoad: true, ...options });
    servers.push(server);
    server.world.plugins.load(pluginPath('echo'));
    void server.accept(server.native, { input: socket, output: socket, framing });
    socket.once('close', () => void server.close());
  });
  await once(listener.listen(path), 'listening');
  return {
    path,
    close: async () => {
      listener.close();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

interface Transport {
  readonly name: string;
  readonly start: (framing: Framing) => Promise<Running>;
  readonly framings: (at: number) => readonly Framing[];
}

const both: readonly Framing[] = ['ndjson', 'lsp'];
const framingOf = (at: number): Framing => both[at % both.length]!;
const isSoak = times(0, 1) > 0;

/**
 * In a soak, each sample runs with both framings on each transport. In `npm test`, a sample runs in process or on the
 * socket, with one framing. One in forty also runs in a process, which costs a quarter of a second.
 */
const sampled = (at: number, step: number, first: number): readonly Framing[] => {
  if (isSoak) return both;
  return at % step === first ? [framingOf(Math.floor(at / step))] : [];
};

/** Every server has loaded the plugin `echo`, and allows clients to load others. */
export const transports: readonly Transport[] = [
  { name: 'in process', framings: (at) => sampled(at, 2, 0), start: runInProcessWithPlugin },
  {
    name: 'stdio',
    framings: (at) => sampled(at, 40, 0),
    start: async (framing) => runOnStdio(framing, withPlugin),
  },
  { name: 'socket', framings: (at) => sampled(at, 2, 1), start: runOnSocketInProcess },
];
