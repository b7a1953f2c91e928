/** Reads parts of a file that this process has written. It may have been removed or replaced since. */

import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Identifies a file. Inode numbers are soon reused, so the time of creation is part of it. */
export type FileIdentity = Pick<Stats, 'dev' | 'ino' | 'birthtimeMs'>;

export const readFileIdentity = (fd: number): FileIdentity => {
  const { dev, ino, birthtimeMs } = fstatSync(fd);
  return { dev, ino, birthtimeMs };
};

const isSameFile = (one: FileIdentity, other: FileIdentity): boolean =>
  one.dev === other.dev && one.ino === other.ino && one.birthtimeMs === other.birthtimeMs;

export interface FileReference {
  readonly path: string;
  /** The identity of the file when it was created. */
  readonly identity: FileIdentity;
}

/** Undefined when the file was removed, replaced, or cannot be read. Never throws. */
export function readFilePart(
  { path, identity }: FileReference,
  from: number,
  most: number,
): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.nlink !== 1 || !isSameFile(stats, identity)) return undefined;
    const part = Buffer.alloc(Math.max(0, Math.min(most, stats.size - from)));
    return part.subarray(0, readSync(fd, part, 0, part.length, from));
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
