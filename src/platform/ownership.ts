/** Whether a path can serve as a place of our own: what is wrong with it, as a sentence. */
import { accessSync, constants, lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/** As short as the shortest of the systems that we know: 104 bytes with the end mark. */
const socketPathBytes = 103;

export function socketPathProblem(path: string): string | undefined {
  const bytes = Buffer.byteLength(path);
  if (process.platform === 'win32' || bytes <= socketPathBytes) return undefined;
  return `${path} has ${bytes} bytes; the path of a socket may have ${socketPathBytes}`;
}

/** Of a directory that is not there yet, the nearest one above counts. */
export function writableProblem(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return lstatSync(path).isDirectory() || lstatSync(path).isSymbolicLink()
      ? undefined
      : `${path} is not a directory`;
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    if (code === 'ENOENT' && dirname(path) !== path) return writableProblem(dirname(path));
    return `${path} cannot be written to: ${code}`;
  }
}

/** What is not there yet will be made right. */
export function privateDirectoryProblem(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || process.platform === 'win32') return undefined;
  return reasons.find(([, wrong]) => wrong(found))?.[0].replace('PATH', path);
}

const reasons: readonly (readonly [string, (found: Stats) => boolean])[] = [
  ['PATH is a link', (found) => found.isSymbolicLink()],
  ['PATH is not a directory', (found) => !found.isDirectory()],
  ['PATH belongs to somebody else', ({ uid }) => uid !== process.getuid?.()],
  ['PATH can be entered by others', ({ mode }) => (mode & 0o077) !== 0],
];
