/**
 * Makes dist/ out of src/. What every start needs is bundled, which loads three times as fast as the many files of
 * the packages; what is loaded when it is needed stays a package of its own, and native code has to.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type InputOptions, type OutputOptions, type Plugin } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));

const entries = {
  cli: 'src/cli/main.ts',
  index: 'src/index.ts',
  client: 'src/client/index.ts',
  derive: 'src/derive/main.ts',
  pluginWorker: 'src/core/plugin/worker.ts',
  painterWorker: 'src/core/render/worker.ts',
  filmWorker: 'src/core/recording/worker.ts',
};

/** What of the Lua machine reaches outside is not in the bundle at all, and a worker starts in three quarters of the time. */
const outside = /^(?:\.\/(?:liolib|loslib|loadlib|ldblib|lcorolib)\.js|fs|os)$/;

const luaWithoutOutside: Plugin = {
  name: 'lua-without-outside',
  resolveId: (name, importer) =>
    importer?.includes('/fengari/src/') && outside.test(name) ? '\0nothing' : null,
  load: (id) => (id === '\0nothing' ? 'module.exports = { platform: () => "" };' : null),
};

export const input: InputOptions = {
  cwd: root,
  input: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(root + file))),
  platform: 'node',
  external: ['node-pty', /^node-pty\//, 're2', '@resvg/resvg-js'],
  plugins: [luaWithoutOutside],
};

export const output: OutputOptions = {
  dir: `${root}dist`,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
};

export default defineConfig({ ...input, output });
