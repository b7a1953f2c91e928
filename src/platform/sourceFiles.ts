/**
 * Files that are read because somebody named them, or the folder that they are in. The name may be a trap: a link to
 * somewhere else, a FIFO that blocks whoever opens it, something without an end, something that is swapped meanwhile.
 */
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { sep } from 'node:path';

export type SourceRefusal =
  | 'outside'
  | 'symlink'
  | 'directory'
  | 'not_a_file'
  | 'too_large'
  | 'not_utf8'
  | 'changed';

/** Why a file cannot be read: one of the words above, or the name of the system error, such as ENOENT. */
export class SourceProblem extends Error {
  readonly reason: SourceRefusal | (string & {});
  constructor(reason: SourceRefusal | (string & {})) {
    super(reason);
    this.reason = reason;
  }
}

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** The folder without links in its path. */
export const realFolder = (path: string): string => system(() => realpathSync(path));

/** A file that is named itself: it may not be a link. */
export function readSource(path: string, maxBytes: number): string {
  if (path.includes('\0')) throw new SourceProblem('EINVAL');
  if (system(() => lstatSync(path)).isSymbolicLink()) throw new SourceProblem('symlink');
  return readOpened(path, maxBytes, () => {});
}

/** A file that stands in `root`, a real folder, also when every link on the way to it is followed. */
export function readSourceWithin(root: string, path: string, maxBytes: number): string {
  const real = system(() => realpathSync(path));
  refuseOutside(root, real);
  return readOpened(real, maxBytes, (fd) => refuseOutside(root, placeOf(fd, real)));
}

function refuseOutside(root: string, real: string): void {
  if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) throw new SourceProblem('outside');
}

/**
 * Where an opened file stands. A folder on the way to it may have been swapped for a link since we looked, and only
 * the kernel knows what was opened; where it does not tell, a second look at the name makes that harder, not impossible.
 */
function placeOf(fd: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return realpathSync(path);
  }
}

function readOpened(path: string, maxBytes: number, check: (fd: number) => void): string {
  const fd = system(() => openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  try {
    const opened = fstatSync(fd);
    if (opened.isDirectory()) throw new SourceProblem('directory');
    if (!opened.isFile()) throw new SourceProblem('not_a_file');
    if (opened.size > maxBytes) throw new SourceProblem('too_large');
    system(() => check(fd));
    return decoded(system(() => contents(fd, opened.size)));
  } finally {
    closeSync(fd);
  }
}

/** As long as it was said to be: one that grows or shrinks meanwhile is half of one text and half of another. */
function contents(fd: number, size: number): Buffer {
  const bytes = Buffer.alloc(size + 1);
  let length = 0;
  for (let read = 1; read > 0 && length <= size; length += read)
    read = readSync(fd, bytes, length, bytes.length - length, null);
  if (length !== size) throw new SourceProblem('changed');
  return bytes.subarray(0, size);
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SourceProblem('not_utf8');
  }
}

/** The names in a folder, in order of their characters; one with more than `most` is refused. */
export function namesIn(folder: string, most: number): readonly string[] {
  const listing = system(() => opendirSync(folder));
  try {
    const names: string[] = [];
    for (let entry = next(); entry; entry = next()) {
      names.push(entry.name);
      if (names.length > most) throw new SourceProblem('too_large');
    }
    return names.sort();
  } finally {
    listing.closeSync();
  }

  function next(): Dirent | null {
    return system(() => listing.readSync());
  }
}

function system<T>(deed: () => T): T {
  try {
    return deed();
  } catch (problem) {
    if (problem instanceof SourceProblem) throw problem;
    const { code } = problem as NodeJS.ErrnoException;
    throw new SourceProblem(code === 'ELOOP' ? 'symlink' : (code ?? 'EIO'));
  }
}
