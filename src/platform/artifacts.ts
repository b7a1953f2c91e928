/** Small files that are written and read whole, in folders where somebody may have put a link. */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ownFile } from './files.ts';

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;

/** `link` is the folder on the way there that is one. */
const refused = (code: string, link?: string) => Object.assign(new Error(code), { code, link });

/** Made if it is not there; where it really lies. */
export function makeRoot(path: string): string {
  makeFolders(path);
  return realpathSync(path);
}

/** Below `root`, none of the folders may be a link. */
export function makeFolders(path: string, root?: string): void {
  if (root !== undefined) refuseLinks(path, root);
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Whoever reads it meanwhile finds what was there or what is there now; a file of somebody else is left alone. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there?.isSymbolicLink()) throw refused('symlink');
  if (there) refuseOthers(there);
  const made = `${path}.${randomUUID()}`;
  try {
    writeFileSync(made, content, { flag: 'wx', mode: 0o600 });
    renameSync(made, path);
  } catch (problem) {
    rmSync(made, { force: true });
    throw problem;
  }
}

/** Undefined when it is not there. */
export function readWhole(path: string, root: string, maxBytes: number): string | undefined {
  let fd: number;
  try {
    refuseLinks(path, root);
    fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw problem;
  }
  try {
    const stats = fstatSync(fd);
    refuseOthers(stats);
    if (stats.size > maxBytes) throw refused('EFBIG');
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}

function refuseLinks(path: string, root: string): void {
  let at = root;
  for (const name of relative(root, path).split(sep)) {
    at = join(at, name);
    const stats = lstatSync(at, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) throw refused('symlink', at === path ? undefined : at);
  }
}

function refuseOthers(stats: Stats): void {
  const reason = ownFile(stats);
  if (reason !== null) throw refused(reason);
}
