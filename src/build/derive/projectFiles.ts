/** Reads and writes files of the project by their path from its root. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// npm runs scripts in the root of the project; specs run there too.
const root = process.cwd();

export const readProjectFile = (path: string): string => readFileSync(join(root, path), 'utf8');
export const readIfExists = (path: string): string | undefined =>
  existsSync(join(root, path)) ? readProjectFile(path) : undefined;

export function writeProjectFile(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

interface ProjectFolder {
  readonly path: string;
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

export function readFolder(path: string): ProjectFolder {
  const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  const names = (directories: boolean) =>
    entries.filter((entry) => entry.isDirectory() === directories).map(({ name }) => name);
  return { path, files: names(false), folders: names(true) };
}
