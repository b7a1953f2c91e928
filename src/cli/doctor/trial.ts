/** A directory is made as it would be in earnest, and what was made is gone afterwards: only making it tells that it can be. */
import { existsSync, mkdirSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Does the deed while `path` is there, with a file written in it first. */
export async function inDirectory<T>(path: string, deed: () => T | Promise<T>): Promise<T> {
  const made: string[] = [];
  try {
    for (const folder of missing(path)) {
      mkdirSync(folder, { mode: 0o700 });
      made.unshift(folder);
    }
    const file = join(path, `.doctor-${process.pid}`);
    writeFileSync(file, 'can be written\n', { flag: 'wx', mode: 0o600 });
    unlinkSync(file);
    return await deed();
  } finally {
    for (const folder of made) removeIfEmpty(folder);
  }
}

/** Outermost first. */
const missing = (path: string): readonly string[] =>
  existsSync(path) || dirname(path) === path ? [] : [...missing(dirname(path)), path];

/** Somebody else may have put something there meanwhile. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw problem;
  }
}
