/**
 * Plugins: Lua code that knows how to drive a program. Reads the manifest and the Lua files of a plugin, and finds the
 * built-in plugins. A loaded plugin keeps the contents that its files had at that time.
 */

import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { type Fault, fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Permission } from '#permissions.ts';
import type { CompiledFiles } from '#platform/lua/compiledChunk.ts';
import { packageFolder } from '#platform/paths.ts';
import {
  listNames,
  readSourceFile,
  readSourceFileWithin,
  resolveFolder,
  SourceError,
} from '#platform/sourceFiles.ts';
import { formatSystemError } from '#platform/systemErrors.ts';
import { findFieldLine, parseToml, type TomlPath, TomlSyntaxError, type TomlTable } from '#platform/toml.ts';
import { type Manifest, parseManifest } from './manifest.ts';

/** A manifest file and the parameter that named it. */
interface PluginFile {
  readonly path: string;
  /** The path as it appears in error messages. */
  readonly displayPath: string;
  readonly parameter: string;
}

interface LocatedManifest {
  readonly manifest: Manifest;
  /** Formats file, line and field name as the start of an error message. */
  readonly place: (field: keyof Manifest) => string;
}

export function readManifestFile(file: PluginFile): LocatedManifest {
  const text = readContents(file);
  const place = (...path: TomlPath) => `${file.displayPath}:${findFieldLine(text, path)}: ${path.join('.')}`;
  const read = parseManifest(parseTable(text, file));
  if ('manifest' in read) return { manifest: read.manifest, place };
  const { at, reason, ...rest } = read.problem;
  return raiseInvalid(file, `${place(...at)}: ${reason}`, rest);
}

function readContents(file: PluginFile): string {
  try {
    return readSourceFile(file.path, limits.manifestBytes);
  } catch (problem) {
    return raise(sourceFault(problem, file, `The manifest ${file.displayPath}`));
  }
}

/** Converts a SourceError to a FileRefused fault. Rethrows any other error. */
function sourceFault(
  problem: unknown,
  { displayPath, parameter }: Omit<PluginFile, 'path'>,
  label: string,
): Fault {
  if (!(problem instanceof SourceError)) throw problem;
  const { reason } = problem;
  return fault.FileRefused(
    { path: parameter, file: displayPath, reason },
    formatSystemError('source', label, reason),
  );
}

function parseTable(text: string, file: PluginFile): TomlTable {
  try {
    return parseToml(text);
  } catch (problem) {
    if (!(problem instanceof TomlSyntaxError)) throw problem;
    return raiseInvalid(file, `${file.displayPath}:${problem.line}: ${problem.message}`);
  }
}

const raiseInvalid = ({ parameter }: PluginFile, reason: string, rest: object = {}): never =>
  raise(fault.Invalid({ path: parameter, reason, ...rest }, reason));

/** The Lua files of a plugin: the main file and the modules in the same folder. */
export interface PluginSources {
  readonly name: string;
  /** By the name that `require` takes. The main file is `main`, even if its file has another name. */
  readonly modules: Readonly<Record<string, string>>;
}

/** Excludes `x.test.lua` and `.x.lua`, which `require` cannot name. */
const moduleFileName = /^([A-Za-z0-9_-]+)\.lua$/;

interface PluginSourcesRequest {
  readonly name: string;
  /** The folder that all files must be in. */
  readonly folder: string;
  readonly entrypoint: string;
  /** Start of the error message for a file that cannot be read. */
  readonly place: string;
  /** The parameter that named the plugin. */
  readonly parameter: string;
}

export function readPluginSources(request: PluginSourcesRequest): PluginSources {
  const { name, entrypoint } = request;
  const reading = new SourceReader(request);
  const main = reading.read(entrypoint);
  const beside = dirname(entrypoint);
  const modules: Record<string, string> = { main };
  for (const file of reading.list(beside)) {
    const [, module] = moduleFileName.exec(file) ?? [];
    if (module === undefined || file === basename(entrypoint)) continue;
    if (module === 'main') reading.refuse(join(beside, file), 'main_taken');
    modules[module] = reading.read(join(beside, file));
  }
  return { name, modules };
}

let library: Readonly<Record<string, string>> | undefined;

/** The modules that ptywright offers to every plugin, as `lib/NAME`: the files in `plugins/lib`. Read once. */
export function sharedModules(): Readonly<Record<string, string>> {
  library ??= readSharedModules(join(packageFolder(), 'plugins', 'lib'));
  return library;
}

function readSharedModules(folder: string): Readonly<Record<string, string>> {
  const modules: Record<string, string> = {};
  for (const file of listNames(folder, limits.pluginFolderNames)) {
    const [, module] = moduleFileName.exec(file) ?? [];
    if (module !== undefined)
      modules[`lib/${module}`] = readSourceFile(join(folder, file), limits.pluginSourceBytes);
  }
  return modules;
}

/** Compiled Lua files that a worker has returned, for the next worker with the same files. */
export class CompiledPlugins {
  /** By a hash of the sources, least recently used first. */
  readonly #plugins = new Map<string, CompiledFiles>();

  /** Returns what was kept for exactly these sources. */
  find(sources: PluginSources): CompiledFiles {
    const key = hashOf(sources);
    const found = this.#plugins.get(key);
    if (found && this.#plugins.delete(key)) this.#plugins.set(key, found);
    return found ?? {};
  }

  /** Adds files to what is kept for these sources. */
  keep(sources: PluginSources, compiled: CompiledFiles): void {
    if (Object.keys(compiled).length === 0) return;
    this.#plugins.set(hashOf(sources), { ...this.find(sources), ...compiled });
    let bytes = [...this.#plugins.values()].reduce((sum, files) => sum + bytesOf(files), 0);
    for (const [key, files] of this.#plugins) {
      if (bytes <= limits.pluginCompiledBytes) return;
      bytes -= bytesOf(files);
      this.#plugins.delete(key);
    }
  }
}

const bytesOf = (files: CompiledFiles): number =>
  Object.values(files).reduce((sum, file) => sum + file.byteLength, 0);

/** Each part is preceded by its length, so that different sources are never the same text. */
function hashOf({ modules }: PluginSources): string {
  const hash = createHash('sha256');
  for (const part of Object.entries(modules).flat()) hash.update(`${part.length} `).update(part);
  return hash.digest('base64');
}

class SourceReader {
  readonly #request: PluginSourcesRequest;
  readonly #folder: string;
  #files = 0;
  #bytes = 0;

  constructor(request: PluginSourcesRequest) {
    this.#request = request;
    this.#folder = this.#raiseFaults(request.folder, () => resolveFolder(request.folder));
  }

  read(file: string): string {
    if (++this.#files > limits.pluginModules) this.refuse(file, 'too_many');
    const path = join(this.#folder, file);
    const text = this.#raiseFaults(file, () =>
      readSourceFileWithin(this.#folder, path, limits.pluginSourceBytes - this.#bytes),
    );
    this.#bytes += Buffer.byteLength(text);
    return text;
  }

  list(folder: string): readonly string[] {
    return this.#raiseFaults(folder, () => listNames(join(this.#folder, folder), limits.pluginFolderNames));
  }

  refuse(file: string, reason: string): never {
    return this.#raiseFaults(file, () => {
      throw new SourceError(reason);
    });
  }

  #raiseFaults<T>(file: string, operation: () => T): T {
    try {
      return operation();
    } catch (problem) {
      const { place, parameter } = this.#request;
      return raise(sourceFault(problem, { displayPath: file, parameter }, `${place}: ${file}`));
    }
  }
}

export interface Plugin {
  readonly name: string;
  readonly manifest: Manifest;
  /** True for a plugin that is shipped with ptywright. */
  readonly builtin: boolean;
  /** Fixed when the plugin is loaded. Later changes of the manifest file have no effect. */
  readonly permissions: ReadonlySet<Permission>;
  readonly sources: PluginSources;
}

/** Reads a manifest file, and the Lua files from `folder`. */
export function readPlugin(file: PluginFile, folder: string): Plugin {
  const { manifest, place } = readManifestFile(file);
  const entrypoint = requireEntrypoint({ manifest, place });
  const { name, permissions } = manifest;
  const sources = readPluginSources({
    name,
    folder,
    entrypoint,
    place: place('entrypoint'),
    parameter: file.parameter,
  });
  return { name, manifest, builtin: false, permissions: new Set(permissions), sources };
}

function requireEntrypoint({ manifest: { runtime, entrypoint }, place }: LocatedManifest): string {
  if (runtime === 'lua' && entrypoint !== undefined) return entrypoint;
  return runtime === undefined
    ? raise(
        fault.Unsupported(
          { reason: 'no_runtime' },
          `${place('name')}: the plugin has no runtime and cannot run; add runtime and entrypoint`,
        ),
      )
    : raise(
        fault.Unsupported(
          { reason: runtime },
          `${place('runtime')}: the runtime ${runtime} is not supported; use lua`,
        ),
      );
}

/** A manifest version that is replaced by the version of ptywright. */
const hostVersionMark = 'host';

interface BuiltinPluginsOptions {
  readonly version: string;
  /** Called for a broken plugin, which then counts as absent. */
  readonly broken: (name: string, problem: unknown) => void;
  /** The folder of the package. */
  readonly root?: string;
}

/**
 * The built-in plugins: each has a manifest in `manifests/`, and a folder of the same name in `plugins/`. Each is read
 * when it is first needed, because all files together take as long as many requests.
 */
export class BuiltinPlugins {
  readonly #options: Required<BuiltinPluginsOptions>;
  /** Undefined for a broken plugin. */
  readonly #read = new Map<string, Plugin | undefined>();
  #names: readonly string[] | undefined;

  constructor(options: BuiltinPluginsOptions) {
    this.#options = { root: packageFolder(), ...options };
  }

  all(): readonly Plugin[] {
    return this.#list().flatMap((name) => this.find(name) ?? []);
  }

  find(name: string): Plugin | undefined {
    if (!this.#list().includes(name)) return undefined;
    if (!this.#read.has(name)) this.#read.set(name, this.#readOne(name));
    return this.#read.get(name);
  }

  #list(): readonly string[] {
    this.#names ??= listManifests(join(this.#options.root, 'manifests'));
    return this.#names;
  }

  #readOne(name: string): Plugin | undefined {
    const { root, version, broken } = this.#options;
    try {
      return withHostVersion(readBuiltin(root, name), version);
    } catch (problem) {
      broken(name, problem);
      return undefined;
    }
  }
}

function listManifests(folder: string): readonly string[] {
  try {
    return listNames(folder, limits.pluginFolderNames)
      .filter((file) => file.endsWith('.toml'))
      .map((file) => file.slice(0, -'.toml'.length));
  } catch (problem) {
    // ptywright works without built-in plugins.
    if (problem instanceof SourceError) return [];
    throw problem;
  }
}

function readBuiltin(root: string, name: string): Plugin {
  const displayPath = `manifests/${name}.toml`;
  const file = { path: join(root, displayPath), displayPath, parameter: 'plugin' };
  const plugin = readPlugin(file, join(root, 'plugins', name));
  if (plugin.name === name) return plugin;
  const reason = `${displayPath}: name: "${plugin.name}" is not the name of the file`;
  return raise(fault.Invalid({ path: 'plugin', reason }, reason));
}

const withHostVersion = (plugin: Plugin, version: string): Plugin => ({
  ...plugin,
  builtin: true,
  manifest: plugin.manifest.version === hostVersionMark ? { ...plugin.manifest, version } : plugin.manifest,
});
