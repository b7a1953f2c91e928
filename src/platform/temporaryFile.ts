/** Files that are made in a folder of their own that only its owner can enter, to be handed over by their path or put in their place. */
import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Whoever reads it removes it. */
export const temporaryPath = async (name: string): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), 'ptywright-')), name);

/** A new file; with `w` one that may be there. */
export const writeTo = (path: string, content: string | Uint8Array, flag: 'wx' | 'w' = 'wx'): Promise<void> =>
  writeFile(path, content, { flag, mode: 0o600 });

export const bytesIn = async (path: string): Promise<number> => (await stat(path)).size;

export const removeFolderOf = (path: string): Promise<void> =>
  rm(dirname(path), { recursive: true, force: true });

/**
 * What `make` puts into the file that it is given appears at `path` whole, or not at all. Throws EEXIST unless it may
 * replace; a link is replaced, not followed.
 */
export async function placeWhole<T>(
  path: string,
  replaces: boolean,
  make: (path: string) => Promise<T>,
): Promise<T> {
  const there = await lstat(path).catch(() => undefined);
  if (there && !replaces) throw refused('EEXIST');
  if (there && !there.isFile() && !there.isSymbolicLink()) throw refused('not_a_file');
  const made = join(await mkdtemp(join(dirname(path), '.ptywright-')), basename(path));
  try {
    const told = await make(made);
    await (replaces ? rename(made, path) : putNew(made, path));
    return told;
  } finally {
    await removeFolderOf(made);
  }
}

const refused = (code: string) => Object.assign(new Error(code), { code });

/** Some file systems know no second name for a file. */
async function putNew(made: string, path: string): Promise<void> {
  try {
    await link(made, path);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'EEXIST') throw problem;
    await copyFile(made, path, constants.COPYFILE_EXCL);
  }
}
