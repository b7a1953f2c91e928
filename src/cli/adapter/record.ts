/** `ptywright adapter record`: a program is driven by hand, and its screens become pictures for a plugin. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from '../../core/plugin/plugin.ts';
import { Chords } from '../chords.ts';
import type { Given } from '../command.ts';
import type { record } from '../commands/adapter.ts';
import { locate } from '../plugin/locate.ts';
import { screensFolder } from '../plugin/screens.ts';
import { printNote } from '../print.ts';
import { type Driven, drive } from '../run/run.ts';
import { exits, Failure, UsageError } from '../usage.ts';
import { Album } from './album.ts';

type Options = Given<typeof record.options>;

export async function recordAdapter(given: Options, operands: readonly string[]): Promise<number> {
  const { plugin: word } = given;
  if (word === undefined)
    throw new UsageError('expected --plugin PLUGIN: who is asked what state a screen is');
  if (given.name === '' || /[/\0]/.test(given.name))
    throw new UsageError(`--name ${given.name}: a name of files, not a path`);
  const { plugin, plugins, folder } = locate(word);
  if (plugin.builtin && given.dir === undefined)
    throw new UsageError(`expected --dir DIRECTORY: ${plugin.name} comes with ptywright, and stays as it is`);
  const instance = plugins.instance(plugin);
  try {
    await instance.exports().catch((problem: Error) => {
      throw new Failure(problem.message);
    });
    const album = new Album({
      folder: opened(given.dir ?? join(folder, screensFolder)),
      name: given.name,
      raw: given.raw,
      witness: { instance, statusRows: plugin.manifest.status_rows },
    });
    const status = await recorded(album, given, targetOf(plugin, operands));
    for (const line of await album.close()) await printNote(line);
    return album.failed ? exits.failed : status;
  } finally {
    await instance.close();
    await plugins.close();
  }
}

function opened(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch (problem) {
    throw new Failure(`${folder}: ${(problem as NodeJS.ErrnoException).code}`);
  }
}

/** As adapter.start would start it, where nothing else was asked for. */
function targetOf({ name, manifest }: Plugin, [program, ...args]: readonly string[]): Driven {
  if (program !== undefined) return { program, args, env: {} };
  const target = manifest.default_target;
  if (!target) throw new UsageError(`expected PROGRAM [ARGUMENTS]: ${name} has no default_target`);
  const env = { ...target.env, ...target.required_env };
  return { program: target.program, args: target.args, env };
}

function recorded(album: Album, { rows, cols }: Options, target: Driven): Promise<number> {
  const chords = new Chords({ s: 'save', q: 'quit' });
  return drive({ rows, cols }, target, (size, end) => {
    album.begin(size);
    return {
      printed: (bytes) => album.printed(bytes),
      resized: (to) => album.resized(to),
      typed: (bytes) => {
        const { passed, commands } = chords.typed(bytes);
        for (const command of commands) {
          if (command === 'save') album.save();
          else end();
        }
        return passed;
      },
      ended: (exit) => album.ended(exit),
    };
  });
}
