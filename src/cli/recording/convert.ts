/** `ptywright convert`: reads one recording, and writes what the ending of the other file asks for. */
import { existsSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { deedsKind } from '../../core/recording/deedTape.ts';
import { type Cast, readCast } from '../../core/recording/readCast.ts';
import { readDeeds } from '../../core/recording/readDeeds.ts';
import { refuseIn } from '../../core/recording/readLines.ts';
import type { Given } from '../command.ts';
import type { convert as declaration } from '../commands/convert.ts';
import { exits, Failure, UsageError } from '../usage.ts';
import { castText, framesText, screensText, shortened } from './castText.ts';
import { ofRecordings, readRecordingFile } from './open.ts';
import { callsOf } from './scripts/calls.ts';
import { scripts } from './scripts/index.ts';

export type Options = Given<typeof declaration.options>;

/** Nothing where the file has been written already. */
type Made = string | Uint8Array | undefined;
type FromCast = (cast: Cast, given: Options, out: string) => Made | Promise<Made>;

const movies = () => import('../../core/recording/movie.ts');
const looksOf = ({ fps, theme, 'font-size': fontSize }: Options) => ({ fps, theme, fontSize });
const gif: FromCast = async (cast, given) => (await (await movies()).gifOf(cast, looksOf(given))).bytes;
const video: FromCast = async (cast, given, out) => {
  if (!given.force && existsSync(out)) throw taken(out);
  await (await movies()).filmTo(cast, looksOf(given), out);
  return undefined;
};

const fromCast: Readonly<Record<string, FromCast>> = {
  '.cast': castText,
  '.txt': (cast, { fps }) => screensText(cast, 1000 / fps),
  '.jsonl': (cast, { fps }) => framesText(cast, 1000 / fps),
  '.gif': gif,
  '.mp4': video,
  '.webm': video,
};

export function convert(given: Options, [from = '', to = '']: readonly string[]): Promise<number> {
  const kind = extname(to).toLowerCase();
  const wanted = [...Object.keys(fromCast), ...Object.keys(scripts)];
  if (!wanted.includes(kind))
    throw new UsageError(`${to}: expected a file that ends in ${wanted.join(', ')}`);
  return ofRecordings(async () => {
    const text = readRecordingFile(from);
    const made = isDeeds(text) ? scriptOf(from, text, kind) : await castTo(from, text, to, given);
    if (made !== undefined) write(to, made, given.force);
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

function scriptOf(from: string, text: string, kind: string): string {
  const make = scripts[kind];
  const known = Object.keys(scripts).join(', ');
  if (!make) throw new Failure(`${from} is a recording of calls, and shows no screens: it becomes ${known}`);
  return make(callsOf(readDeeds(text, { refuse: refuseIn(from), torn: true })));
}

async function castTo(from: string, text: string, to: string, given: Options): Promise<Made> {
  const cast = readCast(text, { refuse: refuseIn(from), torn: true });
  const make = fromCast[extname(to).toLowerCase()];
  if (!make)
    throw new Failure(`${from} holds no calls: a script is made of a recording in the format actions-json`);
  return make(given.idle === undefined ? cast : shortened(cast, given.idle), given, to);
}

function write(path: string, made: string | Uint8Array, replaces: boolean): void {
  try {
    writeFileSync(path, made, { flag: replaces ? 'w' : 'wx' });
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    throw code === 'EEXIST' ? taken(path) : new Failure(`${path}: ${code}`);
  }
}

const taken = (path: string) => new Failure(`${path} exists already; replace it with --force`);
