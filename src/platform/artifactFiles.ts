/** Small files that are written and read as a whole, in folders where another user may have placed a link. */

import { randomUUID } from 'node:crypto';
import {
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { withOpenFile } from './fileReference.ts';
import { createPrivateDirectory } from './paths.ts';
import { checkOwnFile } from './rawFile.ts';

/** `link` is the folder on the path that is a symbolic link. */
const fileError = (code: string, link?: string) => Object.assign(new Error(code), { code, link });

/** Creates the folder if needed. Returns its real path. */
export function createRoot(path: string): string {
  createFolders(path);
  return realpathSync(path);
}

/** Creates folders. Throws if one of the folders below `root` is a symbolic link. */
export function createFolders(path: string, root?: string): void {
  if (root !== undefined) rejectLinks(path, root);
  createPrivateDirectory(path);
}

/** Writes atomically: a reader sees the old or the new content. Throws if another user owns the existing file. */
export function writeArtifact(path: string, content: string | Uint8Array): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there?.isSymbolicLink()) throw fileError('symlink');
  if (there) rejectForeignFile(there);
  const made = `${path}.${randomUUID()}`;
  try {
    writeFileSync(made, content, { flag: 'wx', mode: 0o600 });
    renameSync(made, path);
  } catch (problem) {
    rmSync(made, { force: true });
    throw problem;
  }
}

/** Undefined when the file does not exist. Throws EFBIG above `maxBytes`. */
export function readArtifact(path: string, root: string, maxBytes: number): string | undefined {
  try {
    rejectLinks(path, root);
    return withOpenFile(path, (fd, stats) => {
      rejectForeignFile(stats);
      if (stats.size > maxBytes) throw fileError('EFBIG');
      return readFileSync(fd, 'utf8');
    });
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw problem;
  }
}

function rejectLinks(path: string, root: string): void {
  let at = root;
  for (const name of relative(root, path).split(sep)) {
    at = join(at, name);
    const stats = lstatSync(at, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) throw fileError('symlink', at === path ? undefined : at);
  }
}

function rejectForeignFile(stats: Stats): void {
  const reason = checkOwnFile(stats);
  if (reason !== null) throw fileError(reason);
}
