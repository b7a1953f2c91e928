/**
 * Creates the folders of one run: a home, a project in it, and a folder outside both. Their names do not depend on this
 * machine.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Folders {
  readonly base: string;
  readonly home: string;
  readonly cwd: string;
  readonly outside: string;
  /** Folder to which hooks write their events. */
  readonly hooks: string;
}

export function makeFolders(): Folders {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'ada-')));
  const home = join(base, 'home');
  const folders = {
    base,
    home,
    cwd: join(home, 'project'),
    outside: join(base, 'outside'),
    hooks: join(base, 'hooks'),
  };
  for (const folder of [folders.cwd, folders.outside, folders.hooks]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(folders.cwd, 'hello.txt'), 'hello world\n');
  writeFileSync(join(folders.outside, 'letter.txt'), 'Dear reader\n');
  return folders;
}

export const removeFolders = ({ base }: Folders): void => rmSync(base, { recursive: true, force: true });

/** Writes a text, or a value as JSON, and creates the folders above it. */
export function writeFile(path: string, content: string | object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
}
