/** A part of a file that this process has made. It may have been taken away since, or something else put in its place. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** What no two files have in common: the number of one that was removed is soon that of a new one, born later. */
export type FileIdentity = Pick<Stats, 'dev' | 'ino' | 'birthtimeMs'>;

export const identityOf = (fd: number): FileIdentity => {
  const { dev, ino, birthtimeMs } = fstatSync(fd);
  return { dev, ino, birthtimeMs };
};

const isSame = (one: FileIdentity, other: FileIdentity): boolean =>
  one.dev === other.dev && one.ino === other.ino && one.birthtimeMs === other.birthtimeMs;

export interface PartOf {
  readonly path: string;
  /** Which file it was when it was made. */
  readonly identity: FileIdentity;
}

/** Undefined when the file is not there any more; throws no other way. */
export function readPart({ path, identity }: PartOf, from: number, most: number): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.nlink !== 1 || !isSame(stats, identity)) return undefined;
    const part = Buffer.alloc(Math.max(0, Math.min(most, stats.size - from)));
    return part.subarray(0, readSync(fd, part, 0, part.length, from));
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
