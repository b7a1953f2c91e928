/**
 * Finds a plugin by its folder, its manifest or the name of a built-in plugin, and lists its pictures and recordings.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Plugin, type PluginLog, PluginRegistry } from '#adapters/pluginRegistry.ts';
import { Fault } from '#faults.ts';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { packageFolder } from '#platform/paths.ts';
import { version } from '../commands.ts';
import { CommandError } from '../errors.ts';
import { readTextFile } from '../files.ts';

export interface LocatedPlugin {
  readonly plugin: Plugin;
  /** Folder of its Lua code and pictures. */
  readonly folder: string;
  readonly plugins: PluginRegistry;
}

/** Throws CommandError, with file and line for an invalid manifest. The caller closes `plugins`. */
export function locatePlugin(word: string, log: PluginLog = () => {}): LocatedPlugin {
  const manifest = findManifest(word);
  const options = { clock: systemClock, version, log };
  // Leaves out the built-in plugins, so that a plugin with the name of one does not conflict.
  const plugins = new PluginRegistry(manifest === undefined ? options : { ...options, builtins: null });
  const plugin =
    manifest === undefined
      ? withPluginErrors(
          () => plugins.get(word, 'PLUGIN'),
          `; the file ${join(word, manifestName)} does not exist either`,
        )
      : withPluginErrors(() => plugins.load(manifest));
  const folder = manifest === undefined ? join(packageFolder(), 'plugins', plugin.name) : dirname(manifest);
  return { plugin, folder, plugins };
}

const manifestName = 'manifest.toml';

/** Returns undefined when the word is a name. */
function findManifest(word: string): string | undefined {
  if (word.endsWith('.toml')) return word;
  const inside = join(word, manifestName);
  if (existsSync(inside)) return inside;
  if (!word.includes('/') && word !== '.' && word !== '..') return undefined;
  const there = statSync(word, { throwIfNoEntry: false });
  if (!there) throw new CommandError(`${word}: no such folder`);
  throw new CommandError(
    there.isDirectory()
      ? `${word}: the folder has no ${manifestName}${builtinHint(word)}`
      : `${word}: neither a folder nor a manifest (.toml)`,
  );
}

function builtinHint(folder: string): string {
  const name = relative(join(packageFolder(), 'plugins'), resolve(folder));
  return existsSync(join(packageFolder(), 'manifests', `${name}.toml`))
    ? `; for the built-in plugin, give its name: ${name}`
    : '';
}

function withPluginErrors<T>(operation: () => T, note = ''): T {
  try {
    return operation();
  } catch (problem) {
    throw problem instanceof Fault ? new CommandError(`${problem.message}${note}`) : problem;
  }
}

/** A picture or recording of a plugin. */
export interface ScreenFile {
  /** Path as it is shown, and to open the file. */
  readonly path: string;
  /** Path below the folder `screens`. */
  readonly name: string;
}

export const screensFolder = 'screens';
const screenExtensions = ['.txt', '.cast'];

const isScreenFile = (path: string): boolean => screenExtensions.some((kind) => path.endsWith(kind));

/** Sorted by name. */
export function listScreens(folder: string): readonly ScreenFile[] {
  const screens = join(folder, screensFolder);
  if (!statSync(screens, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(screens, { recursive: true, encoding: 'utf8' })
    .filter(isScreenFile)
    .sort()
    .map((name) => ({ path: join(screens, name), name }));
}

/** Selects the files whose name contains one of the words, or whose path is one of them. */
export function selectScreens(all: readonly ScreenFile[], words: readonly string[]): readonly ScreenFile[] {
  if (words.length === 0) return all;
  for (const word of words) {
    if (all.some((file) => matchesWord(file, word))) continue;
    throw new CommandError(`${word}: no picture matches`);
  }
  return all.filter((file) => words.some((word) => matchesWord(file, word)));
}

const matchesWord = ({ path, name }: ScreenFile, word: string) =>
  name.includes(word) || path === word || name === basename(word);

/** Throws CommandError. */
export const readScreenFile = (path: string): string => readTextFile(path, limits.pictureBytes);
