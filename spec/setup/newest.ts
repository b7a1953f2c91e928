/** Whether something that was built is up to date. */
import { readdirSync, statSync } from 'node:fs';
import { root } from '../house/source.ts';

/** When the newest of these files, or files of these folders, was changed. */
export const newest = (paths: readonly string[]): number =>
  Math.max(...paths.flatMap(filesIn).map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0));

function filesIn(path: string): string[] {
  const found = root + path;
  if (!statSync(found).isDirectory()) return [found];
  return readdirSync(found, { recursive: true, encoding: 'utf8' }).map((name) => `${found}/${name}`);
}
