/** Paths of built and of source files. The bundle of the bench is in dist/bench. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('.', import.meta.url));
const root = join(built, '..', '..');

export const serverProgram = join(root, 'bin', 'ptywright.js');
export const sourceOf = (file: string): string => join(root, 'spec', 'bench', file);
/** Returns the command line of a program of the bench. */
export const programNamed = (name: string): readonly string[] => [
  process.execPath,
  join(built, `${name}.js`),
];
