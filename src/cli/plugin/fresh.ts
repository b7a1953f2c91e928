/** `ptywright plugin new`: a folder with an adapter in it that works, to be changed. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../../core/plugin/manifest.ts';
import { packageFolder } from '../../platform/packageFolder.ts';
import type { Given } from '../command.ts';
import type { fresh } from '../commands/plugin.ts';
import { printResult } from '../print.ts';
import { exits, Failure, UsageError } from '../usage.ts';
import { type Begun, filesOf } from './template.ts';

/** What editors read; taken along, so that the plugin needs nothing from where ptywright is installed. */
const copied: Readonly<Record<string, string>> = {
  'host.meta.lua': 'plugins/host.meta.lua',
  'manifest.schema.json': 'manifests/manifest.schema.json',
};

export async function makePlugin(
  { dir, program }: Given<typeof fresh.options>,
  [name = '']: readonly string[],
): Promise<number> {
  checkName(name);
  const folder = dir ?? name;
  const made = write(folder, { name, program: program ?? name });
  const next = `ptywright plugin check ${folder}; ptywright plugin test ${folder}`;
  await printResult(`${[...made, '', `Next: ${next}`].join('\n')}\n`);
  return exits.done;
}

function checkName(name: string): void {
  const read = readManifest({ name, kind: 'adapter', version: '0.1.0' });
  if ('problem' in read) throw new UsageError(`NAME ${name}: ${read.problem.reason}`);
}

function write(folder: string, begun: Begun): readonly string[] {
  const written = filesOf(begun);
  const paths = [...Object.keys(written), ...Object.keys(copied)].map((path) => join(folder, path));
  const taken = paths.find((path) => existsSync(path));
  if (taken !== undefined) throw new Failure(`${taken} is there already, and stays as it is`);
  try {
    mkdirSync(join(folder, 'screens'), { recursive: true });
    for (const [path, text] of Object.entries(written))
      writeFileSync(join(folder, path), text, { flag: 'wx' });
    for (const [path, from] of Object.entries(copied))
      copyFileSync(join(packageFolder(), from), join(folder, path));
  } catch (problem) {
    const { code, path = folder } = problem as NodeJS.ErrnoException;
    throw new Failure(`${path}: ${code ?? problem}`);
  }
  return paths;
}
