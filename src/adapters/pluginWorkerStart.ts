/** Entry point of a plugin worker: loads its program with the V8 code cache that the build has saved. */
import { CompiledModules } from '#platform/compiledModules.ts';

export const pluginWorker = new CompiledModules(new URL('pluginProgram.cjs', import.meta.url));

pluginWorker.open();
