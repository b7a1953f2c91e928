/** Where ptywright itself is installed: what stands beside its code is found from here, from src/ and from dist/. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | undefined;

/** The folder of the package, without a slash at its end. */
export function packageFolder(): string {
  found ??= search(dirname(fileURLToPath(import.meta.url)));
  return found;
}

function search(folder: string): string {
  if (nameIn(folder) === 'ptywright') return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('ptywright does not stand in a folder of its own package');
  return search(above);
}

function nameIn(folder: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: string }).name;
  } catch {
    return undefined;
  }
}
