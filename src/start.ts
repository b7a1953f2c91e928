/** Entry point of the command line. `bin/ptywright.js` runs it out of dist/. */
import { CompiledModules } from '#platform/compiledModules.ts';

export { CompiledModules };

export const commandLine = new CompiledModules<typeof import('#cli/main.ts')>(
  new URL('cli.cjs', import.meta.url),
);
