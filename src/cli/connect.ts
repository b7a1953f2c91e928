/** Connects a command to a running server. */
import { type Client, connectSocket, Refusal } from '#client/index.ts';
import { expandHome, resolveHome } from '#platform/paths.ts';
import { CommandError, UsageError } from './errors.ts';
import { quoteShellWord } from './print.ts';

/** Closes the connection afterwards. An error reply that is not handled fails the command. */
export const withServer = async <T>(
  socket: string | undefined,
  operation: (client: Client) => Promise<T>,
): Promise<T> => closeAfter(await findServer(socket), ({ client }) => operation(client));

/** The same with all servers that `findServers` returns. */
export const withServers = async <T>(
  socket: string | undefined,
  operation: (servers: FoundServers) => Promise<T>,
): Promise<T> => closeAfter(await findServers(socket), operation);

async function closeAfter<Found extends FoundServer | FoundServers, T>(
  found: Found | MissingServer,
  operation: (found: Found) => Promise<T>,
): Promise<T> {
  if ('missing' in found) throw new CommandError(found.missing);
  try {
    return await operation(found);
  } catch (problem) {
    throw problem instanceof Refusal ? new CommandError(problem.message) : problem;
  } finally {
    await Promise.all([found].flat().map(({ client }) => client.close()));
  }
}

export interface FoundServer {
  readonly client: Client;
  readonly path: string;
}

export type FoundServers = readonly [FoundServer, ...FoundServer[]];

interface MissingServer {
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
  const paths = socketPaths(socket);
  const codes: string[] = [];
  for (const path of paths) {
    const found = await connectTo(path);
    if ('client' in found) return found;
    if (!absentCodes.has(found.code))
      return { missing: describeConnectError(path, found.code), isAbsent: false };
    codes.push(found.code);
  }
  const command = ['ptywright serve', ...(socket === undefined ? [] : ['--socket', quoteShellWord(socket)])];
  const missing = `no server listens on ${paths[0]} (${codes[0]}); start one with: ${command.join(' ')}`;
  return { missing, isAbsent: true };
}

/** Connects to the server that `findServer` returns, and to the other one on the default sockets if both are running. */
export async function findServers(socket: string | undefined): Promise<FoundServers | MissingServer> {
  const first = await findServer(socket);
  if ('missing' in first) return first;
  const others: FoundServer[] = [];
  for (const path of socketPaths(socket).filter((one) => one !== first.path)) {
    const found = await connectTo(path);
    if (!('client' in found)) continue;
    // A server that is about to end accepts the connection, but does not reply.
    const isServing = await found.client.calls.session.list({}).then(Boolean, () => false);
    if (isServing) others.push(found);
  }
  return [first, ...others];
}

interface ServerSessions {
  readonly server: FoundServer;
  readonly sessions: readonly string[];
}

/**
 * Returns the server that has the session, by its id or name, or that has any session. The only server is returned
 * in any case, because it refuses an unknown session itself. Of several, none may have it; if more than one has it,
 * throws UsageError.
 */
export async function findSessionServer(
  servers: FoundServers,
  requested: string | undefined,
): Promise<ServerSessions | undefined> {
  const details = servers.length > 1;
  const listed = await Promise.all(
    servers.map(async (server) => ({ server, ...(await server.client.calls.session.list({ details })) })),
  );
  if (!details) return listed[0];
  const having = listed.filter(({ sessions, details = [] }) =>
    requested === undefined
      ? sessions.length > 0
      : sessions.includes(requested) || details.some(({ name }) => name === requested),
  );
  if (having.length > 1)
    throw new UsageError(
      `${requested ?? '--session'}: the servers on ${having.map(({ server }) => server.path).join(' and ')} both have ${requested === undefined ? 'sessions; name one of them, or' : 'this session;'} choose a server with --socket PATH`,
    );
  return having[0];
}

function socketPaths(socket: string | undefined): readonly string[] {
  const home = resolveHome(process.env);
  return socket === undefined ? [home.socket, home.onDemand] : [expandHome(socket, process.env)];
}

async function connectTo(path: string): Promise<FoundServer | { readonly code: string }> {
  try {
    return { client: await connectSocket(path), path };
  } catch (problem) {
    return { code: (problem as NodeJS.ErrnoException).code ?? String(problem) };
  }
}

const describeConnectError = (path: string, code: string) =>
  code === 'EACCES' || code === 'EPERM'
    ? `${path}: permission denied (${code}): the socket or its directory belongs to another user; use the account that started the server, or give another --socket`
    : `${path}: cannot connect (${code})`;
