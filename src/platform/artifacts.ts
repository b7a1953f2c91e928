/** Small files that are written and read whole, in folders where somebody may have put a link. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';

const { O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_TRUNC, O_WRONLY } = constants;

const refused = (code: string) => Object.assign(new Error(code), { code });

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

export function writeWhole(path: string, content: string | Uint8Array): void {
  const fd = openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    refuseOthers(fd);
  } catch (problem) {
    closeSync(fd);
    throw problem;
  }
  closeSync(fd);
  const empty = openSync(path, O_WRONLY | O_TRUNC | O_NOFOLLOW | O_NONBLOCK);
  try {
    writeFileSync(empty, content);
  } finally {
    closeSync(empty);
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
    refuseOthers(fd);
    if (fstatSync(fd).size > maxBytes) throw refused('EFBIG');
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
    if (stats?.isSymbolicLink()) throw refused('symlink');
  }
}

/** A second name may be one that somebody else chose for our file. */
function refuseOthers(fd: number): void {
  const stats = fstatSync(fd);
  if (!stats.isFile()) throw refused('not_a_file');
  if (stats.nlink > 1) throw refused('hard_link');
}
