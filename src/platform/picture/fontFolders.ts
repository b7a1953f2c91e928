/** Where systems and people keep fonts. */
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { limits } from '../../core/limits.ts';

/** The user's own come first. */
export function fontFolders(): readonly string[] {
  const home = homedir();
  const own = process.env.XDG_DATA_HOME ?? join(home, '.local', 'share');
  return [
    join(own, 'fonts'),
    join(home, '.fonts'),
    join(home, 'Library', 'Fonts'),
    '/usr/local/share/fonts',
    '/usr/share/fonts',
    '/Library/Fonts',
    '/System/Library/Fonts',
  ];
}

const endings = /\.(?:ttf|otf|ttc|otc)$/i;
/** Packages put theirs three deep. */
const deepest = 5;

/** Up to a bound, in an order that does not depend on the disk. */
export async function fontFilesIn(folders: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const folder of folders) await gather(folder, deepest, files);
  return files.slice(0, limits.fontFiles);
}

/** Links to folders are not followed: some lead in circles. */
async function gather(folder: string, depth: number, files: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (files.length >= limits.fontFiles) return;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await (depth > 0 && gather(path, depth - 1, files));
    else if (endings.test(entry.name)) files.push(path);
  }
}
