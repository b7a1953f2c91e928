/**
 * A Unix socket that only its owner can reach, at a path that only one server has.
 *
 * Nothing but file permissions guards a Unix socket, so it is 0600 in a directory of ours that is 0700. It is bound
 * under a private name and then renamed: it appears when it already answers, so that one which does not is dead, and
 * libuv, which unlinks by name at close whatever has that name by then, only knows the private one.
 */
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, renameSync, unlinkSync } from 'node:fs';
import { connect, type Server } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { takeLock } from './lockFile.ts';

/** What `sockaddr_un` holds on macOS, without its NUL. Node cuts longer paths off and binds another file. */
const pathBytes = 103;
const pipePrefix = '\\\\.\\pipe\\';

const refusals = {
  windows_pipe: ['is the name of a pipe of Windows, and this is another system', 'Give the path of a file.'],
  abstract: ['has a NUL: an abstract socket has no permissions', 'Give the path of a file.'],
  too_long: [`is longer than ${pathBytes} bytes allow`, 'Choose a shorter directory.'],
  directory_is_link: ['is in a directory that is a symbolic link', 'Give the path of the directory itself.'],
  directory_is_file: ['is in something that is no directory', 'Choose another directory.'],
  directory_not_ours: ['is in a directory of another user', 'Choose one of your own: mkdir -m 700 DIR'],
  directory_too_open: [
    'is in a directory that others may enter',
    'Make one for it (mkdir -m 700 DIR) or chmod 700 it.',
  ],
  not_a_socket: ['exists and is no socket', 'Choose another path, or move that file away.'],
  not_ours: ['is a socket of another user', 'Choose another path.'],
  already_running: ['is where a server is already listening', 'Connect to that one, or end it first.'],
  starting: ['is being claimed by another server', 'Connect to that one.'],
  unusable: ['cannot be used', 'Choose another path.'],
} as const;

export type SocketRefusal = keyof typeof refusals;

export class SocketRefused extends Error {
  override readonly name = 'SocketRefused';
  readonly reason: SocketRefusal;
  readonly path: string;
  readonly hint: string;
  /** The name of the system error, such as EACCES, if one was the cause. */
  readonly code: string | undefined;

  constructor(reason: SocketRefusal, path: string, cause?: unknown) {
    const [sentence, hint] = refusals[reason];
    const code = (cause as NodeJS.ErrnoException | undefined)?.code;
    super(`The socket ${JSON.stringify(path)} ${sentence}${code ? ` (${code})` : ''}. ${hint}`, { cause });
    this.reason = reason;
    this.path = path;
    this.hint = hint;
    this.code = code;
  }
}

export interface OwnedSocket {
  readonly path: string;
  /** Takes no more clients and removes the file if it is still this server's; clients that are here stay. */
  close(): Promise<void>;
}

/** Makes `server` listen at `path`, or throws a SocketRefused that says what to do. */
export async function claimSocket(path: string, server: Server): Promise<OwnedSocket> {
  if (path.startsWith(pipePrefix)) {
    // Elsewhere it would be a file of the working directory, made with none of the checks.
    if (process.platform !== 'win32') throw new SocketRefused('windows_pipe', path);
    return claimPipe(path, server);
  }
  const file = checkedPath(path);
  const folder = dirname(file);
  checkFolder(folder, path);
  const unlock = lockBeside(file, path);
  try {
    await makeRoom(file, path);
    await publish(server, file, path);
  } finally {
    unlock();
  }
  return owned(server, file);
}

function checkedPath(path: string): string {
  if (path.includes('\0')) throw new SocketRefused('abstract', path);
  const file = resolve(path);
  if (Math.max(Buffer.byteLength(file), Buffer.byteLength(privateName(file))) > pathBytes) {
    throw new SocketRefused('too_long', path);
  }
  return file;
}

const privateName = (file: string) => join(dirname(file), `.${randomBytes(3).toString('hex')}`);

function checkFolder(folder: string, path: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new SocketRefused('unusable', path, error);
  }
  const stat = lstatSync(folder);
  if (stat.isSymbolicLink()) throw new SocketRefused('directory_is_link', path);
  if (!stat.isDirectory()) throw new SocketRefused('directory_is_file', path);
  if (stat.uid !== process.geteuid?.()) throw new SocketRefused('directory_not_ours', path);
  if (stat.mode & 0o077) throw new SocketRefused('directory_too_open', path);
}

/** Not `recursive: true`: Node never returns from that where a file system answers ENOENT, as /proc does. */
function makeFolder(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Held from the first look at the path until the file is there: whoever else starts meanwhile has lost. */
function lockBeside(file: string, path: string): () => void {
  let unlock: (() => void) | null;
  try {
    unlock = takeLock(`${file}.lock`);
  } catch (error) {
    throw new SocketRefused('unusable', path, error);
  }
  if (!unlock) throw new SocketRefused('starting', path);
  return unlock;
}

/** Passes if nothing is at `file`, or a socket of ours that nobody answers any more: `publish` replaces that. */
async function makeRoom(file: string, path: string): Promise<void> {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isSocket()) throw new SocketRefused('not_a_socket', path);
  if (stat.uid !== process.geteuid?.()) throw new SocketRefused('not_ours', path);
  if (await answers(file, path)) throw new SocketRefused('already_running', path);
}

/** What connecting says about who listens. A full backlog (EAGAIN) is a server that is busy. */
const verdicts: Readonly<Record<string, boolean>> = { ECONNREFUSED: false, ENOENT: false, EAGAIN: true };

function answers(file: string, path: string): Promise<boolean> {
  return new Promise((settle, fail) => {
    const socket = connect(file, () => {
      socket.destroy();
      settle(true);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const verdict = verdicts[error.code ?? ''];
      if (verdict === undefined) fail(new SocketRefused('unusable', path, error));
      else settle(verdict);
    });
  });
}

async function publish(server: Server, file: string, path: string): Promise<void> {
  const hidden = privateName(file);
  try {
    await listen(server, hidden);
    renameSync(hidden, file);
  } catch (error) {
    server.close();
    throw new SocketRefused('unusable', path, error);
  }
}

/** The file is made inside `listen`, before it returns, so the mask is changed for nobody else's files. */
function listen(server: Server, path: string): Promise<void> {
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

function owned(server: Server, file: string): OwnedSocket {
  const mine = identity(file);
  return {
    path: file,
    async close() {
      // While this server lives the kernel keeps its inode, so no other file can have the same number.
      if (identity(file) === mine) unlinkSync(file);
      server.close();
    },
  };
}

function identity(file: string): string | null {
  const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}` : null;
}

/** A Windows named pipe is no file: the system keeps its name for one server and frees it with the process. */
async function claimPipe(path: string, server: Server): Promise<OwnedSocket> {
  try {
    await listen(server, path);
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    throw new SocketRefused(taken ? 'already_running' : 'unusable', path, error);
  }
  return {
    path,
    async close() {
      server.close();
    },
  };
}
