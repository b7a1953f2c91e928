/** The pictures and recordings of the plugins that come with ptywright. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ScreenFile, screensOf } from '../../src/cli/plugin/screens.ts';
import { packageFolder } from '../../src/platform/packageFolder.ts';

export interface BuiltinScreen {
  readonly plugin: string;
  readonly file: ScreenFile;
  /** By which a run says that it was looked at. */
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
      screensOf(join(folder, plugin)).map((file) => ({ plugin, file, title: `${plugin}/${file.name}` })),
    );
}
