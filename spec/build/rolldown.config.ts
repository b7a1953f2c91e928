/**
 * Makes dist/ out of src/. What every start needs is bundled, which loads three times as fast as the many files of
 * the packages; what is loaded when it is needed stays a package of its own, and native code has to.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig, type InputOptions, type OutputOptions, type Plugin } from 'rolldown';
import { together } from './together.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Each is built for itself: what one shares with another is in one file for both, and threads share nothing. */
const entries: readonly Readonly<Record<string, string>>[] = [
  {
    cli: 'src/cli/main.ts',
    index: 'src/index.ts',
    client: 'src/client/index.ts',
    derive: 'src/derive/main.ts',
  },
  { pluginWorker: 'src/core/plugin/worker.ts' },
  { painterWorker: 'src/core/render/worker.ts' },
  { filmWorker: 'src/core/recording/worker.ts' },
];

/** What people and programs wait for. */
export const starts = [
  'cli/main',
  'client/index',
  'cli/attach/attach',
  'cli/run/run',
  'cli/call',
  'cli/log/open',
  'cli/completions/completions',
  'cli/exec/exec',
  'cli/serve',
].map((name) => `${root}src/${name}.ts`);

/** What of the Lua machine reaches outside is not in the bundle at all, and a worker starts in three quarters of the time. */
const outside = /^(?:\.\/(?:liolib|loslib|loadlib|ldblib|lcorolib)\.js|fs|os)$/;

const luaWithoutOutside: Plugin = {
  name: 'lua-without-outside',
  resolveId: (name, importer) =>
    importer?.includes('/fengari/src/') && outside.test(name) ? '\0nothing' : null,
  load: (id) => (id === '\0nothing' ? 'module.exports = { platform: () => "" };' : null),
};

/** V8 keeps a file with any other character in two bytes each, and starts a tenth later where most of them are so. */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_, bundle) {
    for (const made of Object.values(bundle)) if (made.type === 'chunk') made.code = asciiOf(made.code);
  },
};

/** In a string and in a pattern an escape means the same, but behind a backslash; a raw string is only given to RegExp here. */
function asciiOf(code: string): string {
  if (/\\[\u0080-\uffff]/.test(code))
    throw new Error('a backslash stands before a character that is not ASCII');
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export interface Build {
  readonly input: InputOptions;
  readonly output: OutputOptions;
}

export const builds: readonly Build[] = entries.map((input) => ({
  input: {
    cwd: root,
    input,
    platform: 'node',
    external: ['node-pty', /^node-pty\//, 're2', '@resvg/resvg-js'],
    plugins: [luaWithoutOutside, inAscii],
    preserveEntrySignatures: 'allow-extension',
  },
  output: {
    dir: `${root}dist`,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: together(starts), debugName: 'together' }],
    },
  },
}));

export default defineConfig(builds.map(({ input, output }) => ({ ...input, output })));
