/** The plugins that come with ptywright, found by listing: a manifest, and a folder of the same name. */
import { join } from 'node:path';
import { packageFolder } from '../../platform/packageFolder.ts';
import { namesIn, SourceProblem } from '../../platform/sourceFiles.ts';
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { type Plugin, readPlugin } from './plugin.ts';

/** Stands for the version of ptywright itself. */
const hostVersion = 'host';

/** One that is broken is told and left out: the others, and the server, do not depend on it. */
export function readBuiltins(
  version: string,
  broken: (name: string, problem: unknown) => void,
  root = packageFolder(),
): readonly Plugin[] {
  return manifestsIn(join(root, 'manifests')).flatMap((name) => {
    try {
      return [stamped(readBuiltin(root, name), version)];
    } catch (problem) {
      broken(name, problem);
      return [];
    }
  });
}

function manifestsIn(folder: string): readonly string[] {
  try {
    return namesIn(folder, limits.pluginFolderNames)
      .filter((file) => file.endsWith('.toml'))
      .map((file) => file.slice(0, -'.toml'.length));
  } catch (problem) {
    // ptywright works without any.
    if (problem instanceof SourceProblem) return [];
    throw problem;
  }
}

function readBuiltin(root: string, name: string): Plugin {
  const shown = `manifests/${name}.toml`;
  const file = { path: join(root, shown), shown, parameter: 'plugin' };
  const plugin = readPlugin(file, join(root, 'plugins', name));
  if (plugin.name === name) return plugin;
  const reason = `${shown}: name: "${plugin.name}" is not the name of its file`;
  return raise(fault.Invalid({ path: 'plugin', reason }, reason));
}

const stamped = (plugin: Plugin, version: string): Plugin => ({
  ...plugin,
  builtin: true,
  manifest: plugin.manifest.version === hostVersion ? { ...plugin.manifest, version } : plugin.manifest,
});
