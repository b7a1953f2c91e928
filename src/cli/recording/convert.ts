/** `ptywright convert`: reads one recording, and writes what the ending of the other file asks for. */
import { extname } from 'node:path';
import { deedsKind } from '../../core/recording/deedTape.ts';
import { shortened } from '../../core/recording/film.ts';
import { type Cast, readCast } from '../../core/recording/readCast.ts';
import { readDeeds } from '../../core/recording/readDeeds.ts';
import { refuseIn } from '../../core/recording/readLines.ts';
import { createRedaction, defaultPolicy, noRedaction } from '../../core/redact/policy.ts';
import { writeTo } from '../../platform/temporaryFile.ts';
import type { Given } from '../command.ts';
import type { convert as declaration } from '../commands/convert.ts';
import { printNote } from '../print.ts';
import { exits, Failure, UsageError } from '../usage.ts';
import { castText, framesText, screensText } from './castText.ts';
import { endingsOfFilms, filmTo, isFilm } from './filmTo.ts';
import { ofRecordings, readRecordingFile } from './open.ts';
import { placed } from './placed.ts';
import { callsOf } from './scripts/calls.ts';
import { scripts } from './scripts/index.ts';
import { withSecrets } from './scripts/secrets.ts';

export type Options = Given<typeof declaration.options>;

type FromCast = (cast: Cast, given: Options) => string;

const fromCast: Readonly<Record<string, FromCast>> = {
  '.cast': castText,
  '.txt': (cast, { fps, raw }) => screensText(cast, 1000 / fps, hiding(raw)),
  '.jsonl': (cast, { fps, raw }) => framesText(cast, 1000 / fps, hiding(raw)),
};

const hiding = (raw: boolean) => (raw ? noRedaction : createRedaction(defaultPolicy));

export function convert(given: Options, [from = '', to = '']: readonly string[]): Promise<number> {
  const kind = extname(to).toLowerCase();
  const wanted = [...Object.keys(fromCast), ...endingsOfFilms, ...Object.keys(scripts)];
  if (!wanted.includes(kind))
    throw new UsageError(`${to}: expected a file that ends in ${wanted.join(', ')}`);
  return ofRecordings(async () => {
    const text = readRecordingFile(from);
    if (!isDeeds(text) && isFilm(kind)) return filmTo(to, { from, text, kind }, given);
    const made = isDeeds(text) ? await scriptOf(from, text, kind) : castTo(from, text, kind, given);
    await placed(to, given.force, (path) => writeTo(path, made));
    return exits.done;
  });
}

function isDeeds(text: string): boolean {
  try {
    const header = JSON.parse(text.slice(0, text.indexOf('\n') + 1)) as { recording?: unknown } | null;
    return header?.recording === deedsKind;
  } catch {
    return false;
  }
}

async function scriptOf(from: string, text: string, kind: string): Promise<string> {
  const make = scripts[kind];
  const known = Object.keys(scripts).join(', ');
  if (!make) throw new Failure(`${from} is a recording of calls, and shows no screens: it becomes ${known}`);
  const read = readDeeds(text, { refuse: refuseIn(from), torn: true });
  const { deeds, names } = kind === '.json' ? { deeds: read, names: [] } : withSecrets(read);
  if (names.length > 0)
    await printNote(
      `${from} has secrets hidden: the script reads them from the environment, as ${names.join(', ')}`,
    );
  return make(callsOf(deeds));
}

function castTo(from: string, text: string, kind: string, given: Options): string {
  const cast = readCast(text, { refuse: refuseIn(from), torn: true });
  const make = fromCast[kind];
  if (!make)
    throw new Failure(`${from} holds no calls: a script is made of a recording in the format actions-json`);
  return make(given.idle === undefined ? cast : shortened(cast, given.idle), given);
}
