/**
 * A Unix socket that only its owner can access, at a path that one server owns at a time. Also the lock file that
 * protects the claim.
 *
 * Only file permissions protect a Unix socket, so it has mode 0600 in a directory with mode 0700. It is bound under a
 * private name and then renamed. It therefore appears only when it accepts connections, so a socket that does not
 * answer is stale. On close, libuv unlinks the file by name; it knows only the private name.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  linkSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Server } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { createPrivateDirectory } from './paths.ts';
import { readStartTime } from './pty/processes.ts';

/** Removes the lock file. */
type ReleaseLock = () => void;

/**
 * Acquires a lock file that contains its holder. Returns null if a running process holds it. A lock of a killed process
 * is broken. The start time distinguishes the holder from a later process with the same pid.
 */
function acquireLock(path: string): ReleaseLock | null {
  if (createLock(path)) return () => removeFile(path);
  // Only one process may break a stale lock. A second one would remove the new lock of the first.
  const breaker = `${path}.break`;
  if (!createLock(breaker) && !(removeStaleLock(breaker) && createLock(breaker))) return null;
  try {
    return removeStaleLock(path) && createLock(path) ? () => removeFile(path) : null;
  } finally {
    removeFile(breaker);
  }
}

/** Links a complete file into place. A file that is opened and then written would be empty for a moment. */
function createLock(path: string): boolean {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${process.pid} ${readStartTime(process.pid)}\n`, { flag: 'wx', mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    removeFile(draft);
  }
}

/**
 * Returns whether the lock is free. A missing lock is not removed, because another process may create it at this
 * moment.
 */
function removeStaleLock(path: string): boolean {
  const holder = readLock(path);
  if (holder === null) return true;
  const [pid, start] = holder.trim().split(' ', 2);
  if (isAlive(Number(pid)) && String(readStartTime(Number(pid))) === start) return false;
  removeFile(path);
  return true;
}

function readLock(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Already removed.
  }
}

/** The size of `sockaddr_un` on macOS, without the NUL. Node truncates a longer path and binds another file. */
const maxPathBytes = 103;
const pipePrefix = '\\\\.\\pipe\\';

const socketErrors = {
  windows_pipe: ['is the name of a Windows pipe, but this is not Windows', 'Give the path of a file.'],
  abstract: [
    'contains a NUL; abstract sockets are not supported because they have no permissions',
    'Give the path of a file.',
  ],
  too_long: [`is longer than ${maxPathBytes} bytes`, 'Choose a directory with a shorter path.'],
  directory_is_link: ['is in a directory that is a symbolic link', 'Give the path of the directory itself.'],
  directory_is_file: ['has a parent that is not a directory', 'Choose another directory.'],
  directory_not_ours: [
    'is in a directory of another user',
    'Choose a directory that you own: mkdir -m 700 DIR',
  ],
  directory_too_open: [
    'is in a directory that other users can access',
    'Use a private directory, such as one made with: mkdir -m 700 DIR',
  ],
  not_a_socket: ['exists and is not a socket', 'Choose another path, or move that file.'],
  not_ours: ['is a socket of another user', 'Choose another path.'],
  already_running: [
    'is in use: a server is already listening on it',
    'Connect to that server, or stop it first.',
  ],
  starting: ['is being opened by another server', 'Connect to that server.'],
  unusable: ['cannot be used', 'Choose another path.'],
  not_inherited: ['is not a listening Unix socket', 'Set ListenStream= to a path in the unit of the socket.'],
  inherited_too_open: [
    'can be opened by other users',
    'Set SocketMode=0600 in the unit of the socket, which must belong to the user of the server.',
  ],
} as const;

export type SocketErrorReason = keyof typeof socketErrors;

export class SocketError extends Error {
  override readonly name = 'SocketRefused';
  readonly reason: SocketErrorReason;
  readonly path: string;
  readonly hint: string;
  /** The system error code that caused this, such as EACCES. */
  readonly code: string | undefined;

  constructor(reason: SocketErrorReason, path: string, cause?: unknown) {
    const [sentence, hint] = socketErrors[reason];
    const code = (cause as NodeJS.ErrnoException | undefined)?.code;
    super(`The socket ${JSON.stringify(path)} ${sentence}${code ? ` (${code})` : ''}. ${hint}`, { cause });
    this.reason = reason;
    this.path = path;
    this.hint = hint;
    this.code = code;
  }
}

interface OwnedSocket {
  readonly path: string;
  /** Whether a killed server had left a socket at this path. */
  readonly wasStale?: boolean;
  /** Stops accepting clients, and removes the file if it still belongs to this server. Connected clients stay. */
  close(): Promise<void>;
}

/** Makes `server` listen at `path`. Throws SocketError with a message that says what to do. */
export async function claimSocket(path: string, server: Server): Promise<OwnedSocket> {
  if (path.startsWith(pipePrefix)) {
    // On other systems it would be a file in the working directory, created without the checks.
    if (process.platform !== 'win32') throw new SocketError('windows_pipe', path);
    return claimPipe(path, server);
  }
  const file = resolveSocketPath(path);
  const folder = dirname(file);
  checkDirectory(folder, path);
  const unlock = lockSocket(file, path);
  try {
    const wasLeft = await checkExistingSocket(file, path);
    await publish(server, file, path);
    return { ...createOwnedSocket(server, file), wasStale: wasLeft };
  } finally {
    unlock();
  }
}

function resolveSocketPath(path: string): string {
  if (path.includes('\0')) throw new SocketError('abstract', path);
  const file = resolve(path);
  if (Math.max(Buffer.byteLength(file), Buffer.byteLength(temporarySocketPath(file))) > maxPathBytes) {
    throw new SocketError('too_long', path);
  }
  return file;
}

const temporarySocketPath = (file: string) => join(dirname(file), `.${randomBytes(3).toString('hex')}`);

function checkDirectory(folder: string, path: string): void {
  try {
    if (!lstatSync(folder, { throwIfNoEntry: false })) createPrivateDirectory(folder);
  } catch (error) {
    throw new SocketError('unusable', path, error);
  }
  const stat = lstatSync(folder);
  if (stat.isSymbolicLink()) throw new SocketError('directory_is_link', path);
  if (!stat.isDirectory()) throw new SocketError('directory_is_file', path);
  if (stat.uid !== process.geteuid?.()) throw new SocketError('directory_not_ours', path);
  if (stat.mode & 0o077) throw new SocketError('directory_too_open', path);
}

/** Held from the first check of the path until the socket exists. A server that starts meanwhile fails. */
function lockSocket(file: string, path: string): () => void {
  let unlock: (() => void) | null;
  try {
    unlock = acquireLock(`${file}.lock`);
  } catch (error) {
    throw new SocketError('unusable', path, error);
  }
  if (!unlock) throw new SocketError('starting', path);
  return unlock;
}

/**
 * Returns false if the path is free, and true if it holds a stale socket of ours, which `publish` replaces. Throws
 * SocketError otherwise.
 */
async function checkExistingSocket(file: string, path: string): Promise<boolean> {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat) return false;
  if (!stat.isSocket()) throw new SocketError('not_a_socket', path);
  if (stat.uid !== process.geteuid?.()) throw new SocketError('not_ours', path);
  if (await isAnswering(file, path)) throw new SocketError('already_running', path);
  return true;
}

/** Whether a server is listening, by the error of connect. A full backlog (EAGAIN) means a busy server. */
const connectVerdicts: Readonly<Record<string, boolean>> = {
  ECONNREFUSED: false,
  ENOENT: false,
  EAGAIN: true,
};

function isAnswering(file: string, path: string): Promise<boolean> {
  return new Promise((settle, fail) => {
    const socket = connect(file, () => {
      socket.destroy();
      settle(true);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const verdict = connectVerdicts[error.code ?? ''];
      if (verdict === undefined) fail(new SocketError('unusable', path, error));
      else settle(verdict);
    });
  });
}

async function publish(server: Server, file: string, path: string): Promise<void> {
  const hidden = temporarySocketPath(file);
  try {
    await listenPrivately(server, hidden);
    renameSync(hidden, file);
  } catch (error) {
    server.close();
    throw new SocketError('unusable', path, error);
  }
}

/** `listen` creates the file before it returns, so the changed umask affects no other file. */
function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((settle, fail) => {
    server.once('error', fail);
    server.once('listening', () => {
      server.removeListener('error', fail);
      settle();
    });
    const mask = process.umask(0o177);
    try {
      server.listen(path);
    } finally {
      process.umask(mask);
    }
  });
}

function createOwnedSocket(server: Server, file: string): OwnedSocket {
  // While the server listens, the kernel keeps its inode, so no other file can have the same number. After that, one can.
  let mine = fileInode(file);
  return {
    path: file,
    async close() {
      if (mine !== null && fileInode(file) === mine) unlinkSync(file);
      mine = null;
      server.close();
    },
  };
}

function fileInode(file: string): string | null {
  const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}` : null;
}

const firstInheritedDescriptor = 3;
const maxInheritedSockets = 64;

/**
 * Descriptors of the listening sockets that a service manager passed to this process (LISTEN_FDS of systemd). Removes the
 * variables, which programs of sessions would inherit.
 */
export function takeInheritedSockets(env: NodeJS.ProcessEnv): readonly number[] {
  const { LISTEN_PID, LISTEN_FDS } = env;
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete env[name];
  const count = Number(LISTEN_FDS);
  if (Number(LISTEN_PID) !== process.pid || !Number.isSafeInteger(count) || count < 1) return [];
  return Array.from(
    { length: Math.min(count, maxInheritedSockets) },
    (_, at) => firstInheritedDescriptor + at,
  );
}

/** Makes `server` listen on an inherited socket, whose file belongs to the service manager. Throws SocketError. */
export async function adoptSocket(fd: number, server: Server): Promise<OwnedSocket> {
  const path = inheritedSocketPath(fd);
  if (path === undefined) throw new SocketError('not_inherited', `descriptor ${fd}`);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.uid !== process.geteuid?.() || stat!.mode & 0o077)
    throw new SocketError('inherited_too_open', path);
  try {
    server.listen({ fd });
    await once(server, 'listening');
  } catch (error) {
    throw new SocketError('unusable', path, error);
  }
  return { path, close: async () => void server.close() };
}

const acceptsConnections = '00010000';

/** Node does not return the path of an inherited socket. Only Linux has service managers that pass one. */
function inheritedSocketPath(fd: number): string | undefined {
  try {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${fd}`)) ?? [];
    const lines = readFileSync('/proc/self/net/unix', 'utf8').split('\n');
    // Address, references, protocol, flags, type, state, inode and path, which may contain spaces.
    const known = lines.map((line) => /^(?:\S+\s+){3}(\S+)\s+(?:\S+\s+){2}(\d+) (\/.*)$/.exec(line) ?? []);
    return known.find(([, flags, one]) => one === inode && flags === acceptsConnections)?.[3];
  } catch {
    return undefined;
  }
}

/**
 * A Windows named pipe is not a file. The system reserves its name for one server and frees it when the process ends.
 */
async function claimPipe(path: string, server: Server): Promise<OwnedSocket> {
  try {
    await listenPrivately(server, path);
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    throw new SocketError(taken ? 'already_running' : 'unusable', path, error);
  }
  return {
    path,
    async close() {
      server.close();
    },
  };
}
