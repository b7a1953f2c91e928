/** A part of a file that this process has made. It may have been taken away since, or something else put in its place. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Undefined when no file is there any more; throws no other way. */
export function readPart(path: string, from: number, most: number): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.nlink !== 1) return undefined;
    const part = Buffer.alloc(Math.max(0, Math.min(most, stats.size - from)));
    return part.subarray(0, readSync(fd, part, 0, part.length, from));
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
