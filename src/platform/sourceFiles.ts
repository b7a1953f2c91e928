/**
 * Reads files and folders that a user named. A name may be malicious: a link to another place, a FIFO that blocks on
 * open, an endless device, or a file that is replaced during the read.
 */

import {
  type Dirent,
  lstatSync,
  opendirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { sep } from 'node:path';
import { withOpenFile } from './fileReference.ts';

type SourceErrorReason =
  | 'outside'
  | 'symlink'
  | 'directory'
  | 'not_a_file'
  | 'too_large'
  | 'not_utf8'
  | 'changed';

/** Raised when a file cannot be read. The reason is one of SourceErrorReason or a system error code such as ENOENT. */
export class SourceError extends Error {
  readonly reason: SourceErrorReason | (string & {});
  constructor(reason: SourceErrorReason | (string & {})) {
    super(reason);
    this.reason = reason;
  }
}

/** Returns the real path of a folder. */
export const resolveFolder = (path: string): string => wrapSystemErrors(() => realpathSync(path));

/** Reads a file whose path must not be a symbolic link. */
export function readSourceFile(path: string, maxBytes: number): string {
  if (path.includes('\0')) throw new SourceError('EINVAL');
  if (wrapSystemErrors(() => lstatSync(path)).isSymbolicLink()) throw new SourceError('symlink');
  return readRegularFile(path, maxBytes, () => {});
}

/** Reads a file that must be inside `root`, a real path, after all links are resolved. */
export function readSourceFileWithin(root: string, path: string, maxBytes: number): string {
  const real = wrapSystemErrors(() => realpathSync(path));
  checkInside(root, real);
  return readRegularFile(real, maxBytes, (fd) => checkInside(root, openedPath(fd, real)));
}

function checkInside(root: string, real: string): void {
  if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) throw new SourceError('outside');
}

/**
 * The real path of an opened file. A folder of the path may have been replaced by a link since the check, and only the
 * kernel knows what was opened. Without /proc, the path is resolved again, which makes such an attack harder but not
 * impossible.
 */
function openedPath(fd: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return realpathSync(path);
  }
}

function readRegularFile(path: string, maxBytes: number, check: (fd: number) => void): string {
  const read = (fd: number, opened: Stats) => {
    if (opened.isDirectory()) throw new SourceError('directory');
    if (!opened.isFile()) throw new SourceError('not_a_file');
    if (opened.size > maxBytes) throw new SourceError('too_large');
    check(fd);
    return decodeUtf8(readExactly(fd, opened.size));
  };
  return wrapSystemErrors(() => withOpenFile(path, read));
}

/** Throws `changed` if the size differs from `size`, because the content would then mix two versions. */
function readExactly(fd: number, size: number): Buffer {
  const bytes = Buffer.alloc(size + 1);
  let length = 0;
  for (let read = 1; read > 0 && length <= size; length += read)
    read = readSync(fd, bytes, length, bytes.length - length, null);
  if (length !== size) throw new SourceError('changed');
  return bytes.subarray(0, size);
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SourceError('not_utf8');
  }
}

/** Returns the sorted names in a folder. Throws `too_large` when there are more than `most`. */
export function listNames(folder: string, most: number): readonly string[] {
  const listing = wrapSystemErrors(() => opendirSync(folder));
  try {
    const names: string[] = [];
    for (let entry = next(); entry; entry = next()) {
      names.push(entry.name);
      if (names.length > most) throw new SourceError('too_large');
    }
    return names.sort();
  } finally {
    listing.closeSync();
  }

  function next(): Dirent | null {
    return wrapSystemErrors(() => listing.readSync());
  }
}

function wrapSystemErrors<T>(operation: () => T): T {
  try {
    return operation();
  } catch (problem) {
    if (problem instanceof SourceError) throw problem;
    const { code } = problem as NodeJS.ErrnoException;
    throw new SourceError(code === 'ELOOP' ? 'symlink' : (code ?? 'EIO'));
  }
}
