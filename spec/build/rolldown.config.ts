/**
 * Makes dist/ out of src/. What every start needs is bundled, which loads three times as fast as the many files of
 * the packages; what is loaded when it is needed stays a package of its own, and native code has to.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig, type InputOptions, type OutputOptions, type Plugin } from 'rolldown';
import { together } from './together.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Entries {
  readonly input: Readonly<Record<string, string>>;
  readonly format: 'esm' | 'cjs';
  /** What people and programs wait for, without the folder and the ending. */
  readonly starts: readonly string[];
}

/**
 * Each is built for itself: what one shares with another is in one file for both, and threads share nothing. The command
 * line is made for `platform/compiledModules`.
 */
const entries: readonly Entries[] = [
  {
    input: { cli: 'src/cli/main.ts' },
    format: 'cjs',
    starts: [
      'cli/main',
      'cli/attach/attach',
      'cli/run/run',
      'cli/call',
      'cli/log/open',
      'cli/completions/completions',
      'cli/exec/exec',
      'cli/serve',
    ],
  },
  {
    input: { index: 'src/index.ts', client: 'src/client/index.ts' },
    format: 'esm',
    starts: ['client/index'],
  },
  ...['start', 'derive/main', 'core/plugin/worker', 'core/render/worker', 'core/recording/worker'].map(alone),
];

/** A file of its own, named for what it is. */
function alone(module: string): Entries {
  const names: Readonly<Record<string, string>> = {
    'derive/main': 'derive',
    'core/plugin/worker': 'pluginWorker',
    'core/render/worker': 'painterWorker',
    'core/recording/worker': 'filmWorker',
  };
  return { input: { [names[module] ?? module]: `src/${module}.ts` }, format: 'esm', starts: [] };
}

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

/** `platform/compiledModules` knows `require` alone. */
const importingNothing: Plugin = {
  name: 'importing-nothing',
  generateBundle({ format }, bundle) {
    for (const made of Object.values(bundle))
      if (format === 'cjs' && made.type === 'chunk' && /[^.\w]import\(/.test(made.code))
        throw new Error(`${made.fileName} imports something while it runs: load it with createRequire`);
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
  /** As files. */
  readonly starts: readonly string[];
}

const endings = { esm: 'js', cjs: 'cjs' } as const;

function buildOf({ input, format, starts: names }: Entries): Build {
  const starts = names.map((name) => `${root}src/${name}.ts`);
  return {
    starts,
    input: {
      cwd: root,
      input,
      platform: 'node',
      external: ['node-pty', /^node-pty\//, 're2', '@resvg/resvg-js'],
      plugins: [luaWithoutOutside, inAscii, importingNothing],
      preserveEntrySignatures: 'allow-extension',
    },
    output: {
      dir: `${root}dist`,
      format,
      entryFileNames: `[name].${endings[format]}`,
      chunkFileNames: `chunks/[name]-[hash].${endings[format]}`,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: together(starts), debugName: 'together' }],
      },
    },
  };
}

export const builds: readonly Build[] = entries.map(buildOf);

export default defineConfig(builds.map(({ input, output }) => ({ ...input, output })));
