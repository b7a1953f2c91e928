/** The pictures and recordings of the built-in plugins. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listScreens, type ScreenFile } from '#cli/plugin/pluginFolder.ts';
import { packageFolder } from '#platform/paths.ts';

export interface BuiltinScreen {
  readonly plugin: string;
  readonly file: ScreenFile;
  /** The name under which a run reports that it checked this screen. */
  readonly title: string;
}

export function builtinScreens(): readonly BuiltinScreen[] {
  const folder = join(packageFolder(), 'plugins');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((plugin) =>
      listScreens(join(folder, plugin)).map((file) => ({ plugin, file, title: `${plugin}/${file.name}` })),
    );
}
