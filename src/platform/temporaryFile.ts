/** Temporary files in private folders, and atomic writes. */

import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Returns a path in a new private folder. The reader of the file removes it. */
export const createTemporaryPath = async (name: string): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), 'ptywright-')), name);

/** Creates a file. The flag `w` allows an existing file. */
export const writeNewFile = (
  path: string,
  content: string | Uint8Array,
  flag: 'wx' | 'w' = 'wx',
): Promise<void> => writeFile(path, content, { flag, mode: 0o600 });

export const fileSize = async (path: string): Promise<number> => (await stat(path)).size;

export const removeParentFolder = (path: string): Promise<void> =>
  rm(dirname(path), { recursive: true, force: true });

/**
 * Lets `make` write a temporary file, then moves it to `path`, so that `path` is complete or absent. Throws EEXIST
 * unless it may replace the file. A symbolic link is replaced, not followed.
 */
export async function writeAtomically<T>(
  path: string,
  replaces: boolean,
  make: (path: string) => Promise<T>,
): Promise<T> {
  const there = await lstat(path).catch(() => undefined);
  if (there && !replaces) throw fileError('EEXIST');
  if (there && !there.isFile() && !there.isSymbolicLink()) throw fileError('not_a_file');
  const made = join(await mkdtemp(join(dirname(path), '.ptywright-')), basename(path));
  try {
    const result = await make(made);
    await (replaces ? rename(made, path) : linkOrCopy(made, path));
    return result;
  } finally {
    await removeParentFolder(made);
  }
}

const fileError = (code: string) => Object.assign(new Error(code), { code });

/** Copies on file systems without hard links. */
async function linkOrCopy(made: string, path: string): Promise<void> {
  try {
    await link(made, path);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'EEXIST') throw problem;
    await copyFile(made, path, constants.COPYFILE_EXCL);
  }
}
