/** Entry point of the command line. `bin/ptywright.js` runs it out of dist/. */
import { fileURLToPath } from 'node:url';
import { CompiledModules } from '#platform/compiledModules.ts';

export { CompiledModules };

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export const compiledFile = here('compiled.bin');

export const commandLine = new CompiledModules<typeof import('#cli/main.ts')>(
  here('.'),
  'cli.cjs',
  compiledFile,
);
