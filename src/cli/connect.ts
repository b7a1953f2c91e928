/** Connects a command to a running server. */
import { type Client, connectSocket, Refusal } from '#client/index.ts';
import { expandHome, resolveHome } from '#platform/paths.ts';
import { CommandError } from './errors.ts';

/** Closes the connection afterwards. An error reply that is not handled fails the command. */
export async function withServer<T>(
  socket: string | undefined,
  deed: (client: Client, path: string) => Promise<T>,
): Promise<T> {
  const found = await findServer(socket);
  if ('missing' in found) throw new CommandError(found.missing);
  const { client, path } = found;
  try {
    return await deed(client, path);
  } catch (problem) {
    throw problem instanceof Refusal ? new CommandError(problem.message) : problem;
  } finally {
    await client.close();
  }
}

export interface FoundServer {
  readonly client: Client;
  readonly path: string;
}

export interface MissingServer {
  /** A message for people. */
  readonly missing: string;
  /** No socket is in use. Otherwise one exists that cannot be opened. */
  readonly isAbsent: boolean;
}

/** Errors of a socket that no server listens on. */
const absentCodes = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED']);

/**
 * Connects to the server on the socket. Without a socket it tries the default one, and then the one of the server that
 * commands start on demand.
 */
export async function findServer(socket: string | undefined): Promise<FoundServer | MissingServer> {
  const home = resolveHome(process.env);
  const paths = socket === undefined ? [home.socket, home.onDemand] : [expandHome(socket, process.env)];
  const codes: string[] = [];
  for (const path of paths) {
    try {
      return { client: await connectSocket(path), path };
    } catch (problem) {
      const { code = String(problem) } = problem as NodeJS.ErrnoException;
      if (!absentCodes.has(code)) return { missing: describeConnectError(path, code), isAbsent: false };
      codes.push(code);
    }
  }
  const missing = `no server listens on ${paths[0]} (${codes[0]}); start one with: ptywright serve`;
  return { missing, isAbsent: true };
}

const describeConnectError = (path: string, code: string) =>
  code === 'EACCES' || code === 'EPERM'
    ? `${path}: permission denied (${code}): the socket or its directory belongs to another user; use the account that started the server, or give another --socket`
    : `${path}: cannot connect (${code})`;
