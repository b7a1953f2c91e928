/** The files of the project that derived ones are made from and written to, by their path from its root. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// npm runs scripts in the root of the project; specs run there too.
const root = process.cwd();

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');
export const readIfThere = (path: string): string | undefined =>
  existsSync(join(root, path)) ? read(path) : undefined;

export function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

export interface Folder {
  readonly path: string;
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

export function folder(path: string): Folder {
  const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  const names = (directories: boolean) =>
    entries.filter((entry) => entry.isDirectory() === directories).map(({ name }) => name);
  return { path, files: names(false), folders: names(true) };
}

/** Every file below a folder. */
export const filesBelow = (path: string): readonly string[] => {
  const { files, folders } = folder(path);
  return [
    ...files.map((name) => `${path}/${name}`),
    ...folders.flatMap((name) => filesBelow(`${path}/${name}`)),
  ];
};
