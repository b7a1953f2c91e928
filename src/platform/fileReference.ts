/** Opens files for reading safely, and reads parts of a file that this process has written. */

import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Opens a file for reading. Does not follow a link, and does not block on a FIFO. */
export function withOpenFile<Result>(path: string, read: (fd: number, stats: Stats) => Result): Result {
  const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return read(fd, fstatSync(fd));
  } finally {
    closeSync(fd);
  }
}

/** Identifies a file. Inode numbers are soon reused, so the time of creation is part of it. */
export type FileIdentity = Pick<Stats, 'dev' | 'ino' | 'birthtimeMs'>;

export const readFileIdentity = (fd: number): FileIdentity => {
  const { dev, ino, birthtimeMs } = fstatSync(fd);
  return { dev, ino, birthtimeMs };
};

const isSameFile = (one: FileIdentity, other: FileIdentity): boolean =>
  one.dev === other.dev && one.ino === other.ino && one.birthtimeMs === other.birthtimeMs;

interface FileReference {
  readonly path: string;
  /** The identity of the file when it was created. */
  readonly identity: FileIdentity;
}

/** Undefined when the file was removed or replaced since it was written, or cannot be read. Never throws. */
export function readFilePart(
  { path, identity }: FileReference,
  from: number,
  most: number,
): Buffer | undefined {
  try {
    return withOpenFile(path, (fd, stats) => {
      if (!stats.isFile() || stats.nlink !== 1 || !isSameFile(stats, identity)) return undefined;
      const part = Buffer.alloc(Math.max(0, Math.min(most, stats.size - from)));
      return part.subarray(0, readSync(fd, part, 0, part.length, from));
    });
  } catch {
    return undefined;
  }
}
