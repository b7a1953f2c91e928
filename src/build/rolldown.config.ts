/**
 * Builds dist/ from src/. Modules that every start needs are bundled, which loads three times as fast as the many files
 * of the packages. Packages that are loaded on demand, and native code, stay outside.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CodeSplittingNameFunction,
  defineConfig,
  type InputOptions,
  type OutputOptions,
  type Plugin,
} from 'rolldown';
import { wrapModule } from '../platform/compiledModules.ts';
import { bundledFontFiles, TrueType } from '../platform/picture/fonts.ts';
import publicEntries from './entries.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Entries {
  readonly input: Readonly<Record<string, string>>;
  readonly format: 'esm' | 'cjs';
  /** Modules whose startup time matters, without folder `src` and extension. */
  readonly starts: readonly string[];
  /** `platform/compiledModules` loads the files. */
  readonly compiled?: true;
}

/**
 * Each entry is built separately. Within one, shared modules go into shared chunks; threads share nothing. The command
 * line and the program of a plugin worker are built for `platform/compiledModules`. Their entries are CommonJS too: the
 * loader of ES modules costs a start 7 ms.
 */
const entries: readonly Entries[] = [
  {
    input: { cli: 'src/cli/main.ts' },
    format: 'cjs',
    compiled: true,
    starts: [
      'cli/main',
      'cli/exec/command',
      'cli/serve/command',
      'cli/attach/attach',
      'cli/call',
      'cli/short/sessions',
      'cli/short/waits',
      'cli/short/onDemand',
      'cli/exec/exec',
      'cli/serve/serve',
    ],
  },
  {
    input: sourcesOf('index', 'client'),
    format: 'esm',
    starts: ['client/index'],
  },
  {
    input: sourcesOf('test', 'testNode', 'testPlaywright'),
    format: 'esm',
    starts: [],
  },
  alone('pluginWorker', 'adapters/pluginWorkerStart', 'cjs'),
  { ...alone('pluginProgram', 'adapters/pluginWorker', 'cjs'), compiled: true },
  alone('painterWorker', 'rendering/pngWorker'),
  alone('filmWorker', 'recording/videoWorker'),
  alone('derive', 'build/derive/main'),
  alone('start', 'start', 'cjs'),
];

function sourcesOf(...names: readonly (keyof typeof publicEntries)[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, `src/${publicEntries[name]}.ts`]));
}

/** Builds a module into a single file. */
function alone(name: string, module: string, format: Entries['format'] = 'esm'): Entries {
  return { input: { [name]: `src/${module}.ts` }, format, starts: [] };
}

/**
 * The parts of the Lua machine that access the system are left out. A worker then starts in three quarters of the time.
 */
const outside = /^(?:\.\/(?:liolib|loslib|loadlib|ldblib|lcorolib)\.js|fs|os)$/;

const luaWithoutOutside: Plugin = {
  name: 'lua-without-outside',
  resolveId: (name, importer) =>
    importer?.includes('/fengari/src/') && outside.test(name) ? '\0nothing' : null,
  load: (id) => (id === '\0nothing' ? 'module.exports = { platform: () => "" };' : null),
};

const deletedSlot = /delete (\w+\.stack\[[^\]]+\])/g;

/**
 * The Lua machine deletes each slot of its stack that it leaves, which takes a third of its time. An undefined slot reads
 * the same. The build fails if its code changes; then measure whether this is still needed.
 */
const luaStackWithoutHoles: Plugin = {
  name: 'lua-stack-without-holes',
  transform(code, id) {
    if (!/\/fengari\/src\/\w+\.js$/.test(id)) return null;
    const mended = code.replaceAll(deletedSlot, '$1 = undefined');
    if (id.endsWith('/ldo.js') && mended === code) this.error('it deletes no slot of the stack');
    return { code: mended, map: null };
  },
};

/**
 * yargs measures its help pages with a package whose patterns for emoji take longer to load than all of yargs. Our pages
 * are ASCII.
 */
const asciiWidths: Plugin = {
  name: 'ascii-widths',
  resolveId: (name) => (name === 'string-width' ? '\0widths' : null),
  load: (id) => (id === '\0widths' ? 'export default (text) => text.length;' : null),
};

/** The MCP server would load a JSON Schema validator of 300 KB for questions to people, which we never ask. */
const withoutSchemaValidator: Plugin = {
  name: 'without-schema-validator',
  resolveId: (name) => (name === '@modelcontextprotocol/server/_shims' ? '\0mcp-shims' : null),
  load: (id) =>
    id === '\0mcp-shims'
      ? 'export class DefaultJsonSchemaValidator {}\nexport { default as process } from "node:process";'
      : null,
};

/** V8 stores a file with non-ASCII characters in two bytes per character, which makes the start a tenth slower. */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_, bundle) {
    for (const made of Object.values(bundle)) if (made.type === 'chunk') made.code = asciiOf(made.code);
  },
};

/** For `platform/compiledModules`. */
const inFunctions: Plugin = {
  name: 'in-functions',
  generateBundle(_, bundle) {
    for (const made of Object.values(bundle)) if (made.type === 'chunk') made.code = wrapModule(made.code);
  },
};

// The fonts of pictures, and the licences of all packages whose code or fonts dist contains.
const { resolve } = createRequire(import.meta.url);
const packageFolderPattern = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Folders of packages. The emulator of the browser page is bundled by another tool. */
const folders = new Set([dirname(resolve('@xterm/xterm/package.json'))]);

/** Remembers the packages whose modules a build includes. */
const notePackages: Plugin = {
  name: 'note-packages',
  generateBundle(_, bundle) {
    for (const made of Object.values(bundle))
      for (const id of made.type === 'chunk' ? made.moduleIds : []) notePackage(id);
  },
};

function notePackage(file: string): void {
  const folder = packageFolderPattern.exec(file.replaceAll('\\', '/'))?.[0];
  if (folder !== undefined) folders.add(folder.replace(/^\0/, ''));
}

/** Belongs to the last build, when all packages are known. */
const shipFiles: Plugin = {
  name: 'ship-files',
  async generateBundle() {
    const files = new Map(bundledFontFiles.map((path) => [basename(path), resolve(path)]));
    for (const [name, file] of files) {
      notePackage(file);
      const source = await shippedFont(name, (other) => readFileSync(files.get(other)!));
      this.emitFile({ type: 'asset', fileName: `fonts/${name}`, source });
    }
    this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: licenceTexts() });
  },
};

/**
 * The fonts that lose characters, and the fonts that pictures and the page take those from. The text fonts and Nanum
 * Gothic Coding stay complete, because people can choose them as the font of a picture. The licence of the latter also
 * forbids its name for a subset. Noto Emoji stays complete, because sequences of emoji have glyphs without a character.
 */
const preferredFonts: Readonly<Record<string, readonly string[]>> = {
  'NotoSansSymbols2_400Regular.ttf': [],
  'DejaVuSans.ttf': ['DejaVuSansMono.ttf', 'NotoSansSymbols2_400Regular.ttf'],
  'ZCOOLXiaoWei_400Regular.ttf': ['MPLUS1p_400Regular.ttf'],
};

/** Returns the font as it is shipped. `read` returns a complete font. */
export async function shippedFont(name: string, read: (name: string) => Buffer): Promise<Buffer> {
  const preferred = preferredFonts[name]?.map((other) => new TrueType(read(other)));
  if (!preferred) return read(name);
  const kept = charactersOf(new TrueType(read(name))).filter(
    (char) => !preferred.some((font) => font.has(char)),
  );
  const { default: subsetFont } = await import('subset-font');
  // Cells are drawn one by one and without hints, so alternate glyphs and hints are never used.
  const options = { targetFormat: 'truetype', noHinting: true, noLayoutClosure: true } as const;
  return await subsetFont(read(name), String.fromCodePoint(...kept), options);
}

function charactersOf(font: TrueType): readonly number[] {
  const characters = [];
  for (let codePoint = 0; codePoint < 0x110000; codePoint++)
    if (font.has(codePoint) && !isSurrogate(codePoint)) characters.push(codePoint);
  return characters;
}

const isSurrogate = (codePoint: number): boolean => codePoint >= 0xd800 && codePoint <= 0xdfff;

function licenceTexts(): string {
  const packages = [...folders].map(licenceOf).sort();
  return ['dist/ contains code and fonts of these packages.', ...packages].join(`\n\n${'-'.repeat(80)}\n\n`);
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version}, ${license}`, ...texts].join('\n\n');
}

/** `platform/compiledModules` supports `require` only. */
const importingNothing: Plugin = {
  name: 'importing-nothing',
  generateBundle({ format }, bundle) {
    for (const made of Object.values(bundle))
      if (format === 'cjs' && made.type === 'chunk' && /[^.\w]import\(/.test(made.code))
        throw new Error(`${made.fileName} imports something while it runs: load it with createRequire`);
  },
};

/**
 * Escapes non-ASCII characters. An escape means the same in strings and patterns, except after a backslash. Raw strings
 * are only passed to RegExp here.
 */
function asciiOf(code: string): string {
  if (/\\[\u0080-\uffff]/.test(code))
    throw new Error('a backslash stands before a character that is not ASCII');
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

type Graph = Parameters<CodeSplittingNameFunction>[1];

/**
 * Decides which modules share a chunk of dist/. Each file costs a start half a millisecond, however small it is. Twenty
 * commands share their modules in ninety ways, and each would be a separate file.
 *
 * So only the starts whose time matters are listed. Modules that the same listed starts need go into one chunk. Each
 * listed start loads exactly what it needs, in few files. Other commands load these chunks too, with modules that they
 * do not need. A chunk includes the imports of its modules, so no two chunks import each other.
 *
 * `starts` are files. The bundler places modules that none of them needs.
 */
function startupModules(starts: readonly string[]): CodeSplittingNameFunction {
  let names: ReadonlyMap<string, string> | undefined;
  return (id, graph) => {
    names ??= namesOf(starts, graph);
    return names.get(id);
  };
}

/** Maps each module to a chunk name with the indexes of the starts that need it, such as `start-013`. */
function namesOf(starts: readonly string[], graph: Graph): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [at, start] of starts.entries())
    for (const id of neededBy(start, graph)) names.set(id, `${names.get(id) ?? 'start-'}${at.toString(36)}`);
  return names;
}

function neededBy(start: string, graph: Graph): ReadonlySet<string> {
  const needed = new Set([start]);
  // Iterating over a Set includes the elements that are added during the iteration.
  for (const id of needed) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) needed.add(next);
  return needed;
}

export interface Build {
  readonly input: InputOptions;
  readonly output: OutputOptions;
  /** Paths of the files. */
  readonly starts: readonly string[];
}

const endings = { esm: 'js', cjs: 'cjs' } as const;

function buildOf({ input, format, starts: names, compiled }: Entries): Build {
  const starts = names.map((name) => `${root}src/${name}.ts`);
  return {
    starts,
    input: {
      cwd: root,
      input,
      platform: 'node',
      external: ['node-pty', /^node-pty\//, 're2', '@resvg/resvg-js', 'vitest', '@playwright/test'],
      plugins: [
        luaWithoutOutside,
        luaStackWithoutHoles,
        asciiWidths,
        withoutSchemaValidator,
        inAscii,
        importingNothing,
        notePackages,
        compiled && inFunctions,
      ],
      // yargs uses it to find configuration files, which we do not use. CommonJS does not have it.
      ...(format === 'cjs' && { transform: { define: { 'import.meta.resolve': 'undefined' } } }),
      preserveEntrySignatures: 'allow-extension',
    },
    output: {
      dir: `${root}dist`,
      format,
      entryFileNames: `[name].${endings[format]}`,
      chunkFileNames: `chunks/[name]-[hash].${endings[format]}`,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: startupModules(starts), debugName: 'startup' }],
      },
    },
  };
}

export const builds: readonly Build[] = entries.map(buildOf);

export default defineConfig(
  builds.map(({ input, output }, at) => ({
    ...input,
    output: at === builds.length - 1 ? { ...output, plugins: [shipFiles] } : output,
  })),
);
