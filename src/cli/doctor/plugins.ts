/** Each plugin that comes with ptywright is read and run, as far as it runs before anybody asks it something. */
import { readBuiltins } from '../../core/plugin/builtins.ts';
import { Plugins } from '../../core/plugin/registry.ts';
import type { Clock } from '../../platform/clock.ts';
import { version } from '../version.ts';

export async function loadBuiltins(clock: Clock): Promise<string> {
  const builtin = () =>
    readBuiltins(version, (_, problem) => {
      throw problem;
    });
  const plugins = new Plugins({ clock, version, log: () => {}, builtin });
  try {
    for (const plugin of plugins.builtins()) await plugins.describe(plugin.name);
    return plugins
      .builtins()
      .map(({ name }) => name)
      .join(', ');
  } finally {
    await plugins.close();
  }
}
