/** Paths of the built parts. Every file of the bundle is in dist/bench. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('.', import.meta.url));
const root = join(built, '..', '..');

export const serverProgram = join(root, 'bin', 'ptywright.js');
export const sourceOf = (file: string): string => join(root, 'spec', 'bench', file);
/** A program of the bench, as the words of its command line. */
export const programNamed = (name: string): readonly string[] => [
  process.execPath,
  join(built, `${name}.js`),
];
