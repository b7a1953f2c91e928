/** A plugin by the word that a person has for it: a folder, a manifest, or the name of one that comes with ptywright. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Fault } from '../../core/faults.ts';
import { type Plugin, type PluginLog, Plugins } from '../../core/plugin/registry.ts';
import { systemClock } from '../../platform/clock.ts';
import { packageFolder } from '../../platform/packageFolder.ts';
import { Failure } from '../usage.ts';
import { version } from '../version.ts';

export interface Located {
  readonly plugin: Plugin;
  /** Where its Lua and its pictures are. */
  readonly folder: string;
  readonly plugins: Plugins;
}

/** Raises Failure, with file and line where a manifest is wrong. Whoever locates a plugin closes `plugins`. */
export function locate(word: string, log: PluginLog = () => {}): Located {
  const manifest = manifestAt(word);
  const options = { clock: systemClock, version, log };
  // One that has the name of a plugin of ours is no rival of it here: only one of them is asked.
  const plugins = new Plugins(manifest === undefined ? options : { ...options, builtin: () => [] });
  const plugin = told(() => (manifest === undefined ? plugins.get(word, 'PLUGIN') : plugins.load(manifest)));
  const folder = manifest === undefined ? join(packageFolder(), 'plugins', plugin.name) : dirname(manifest);
  return { plugin, folder, plugins };
}

export const manifestName = 'manifest.toml';

/** Nothing when the word is a name. */
function manifestAt(word: string): string | undefined {
  if (word.endsWith('.toml')) return word;
  const inside = join(word, manifestName);
  if (existsSync(inside)) return inside;
  if (!word.includes('/') && word !== '.' && word !== '..') return undefined;
  const there = statSync(word, { throwIfNoEntry: false });
  if (!there) throw new Failure(`${word}: there is no such folder`);
  throw new Failure(
    there.isDirectory()
      ? `${word}: no ${manifestName} in it${builtinHint(word)}`
      : `${word}: neither a folder nor a manifest (.toml)`,
  );
}

function builtinHint(folder: string): string {
  const name = relative(join(packageFolder(), 'plugins'), resolve(folder));
  return existsSync(join(packageFolder(), 'manifests', `${name}.toml`))
    ? `; it comes with ptywright, and is called by its name: ${name}`
    : '';
}

function told<T>(deed: () => T): T {
  try {
    return deed();
  } catch (problem) {
    throw problem instanceof Fault ? new Failure(problem.message) : problem;
  }
}
