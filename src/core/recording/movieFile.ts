/** A cast that becomes a film in a file of its own, for one who cannot be sent that much. */
import { extname } from 'node:path';
import { hasFfmpeg, missing } from '../../platform/ffmpeg.ts';
import { bytesIn, removeFolderOf, temporaryPath } from '../../platform/temporaryFile.ts';
import { fault, raise } from '../faults.ts';
import type { Film, Films } from './films.ts';
import type { Movie } from './worker.ts';

export const movieFormats = ['mp4', 'webm', 'gif'] as const;
export type MovieFormat = (typeof movieFormats)[number];

export interface MovieFile extends Movie {
  /** Whose it is to remove is who reads it. */
  readonly path: string;
  readonly bytes: number;
}

const endings = movieFormats.map((format) => `.${format}`);

/** What the ending of its path says, as `ptywright convert` reads it. Raises Invalid, also where `given` is another. */
export function movieFormatOf(path: string, given?: MovieFormat): MovieFormat {
  const ending = extname(path).toLowerCase();
  const said = movieFormats.find((format) => `.${format}` === ending);
  if (said !== undefined && (given ?? said) === said) return said;
  const reason =
    said === undefined
      ? `the ending of a film is one of ${endings.join(', ')}`
      : `${ending} is no ${given}: of the endings ${endings.join(', ')} it takes that of its format`;
  return raise(fault.Invalid({ path: 'path', reason, got: path }, `path: ${reason}`));
}

/** For who must know before there is anything to film. Raises Unsupported. */
export function requireMaker(format: MovieFormat): void {
  if (format !== 'gif' && !hasFfmpeg()) raise(fault.Unsupported({ reason: missing }, missing));
}

/** `name` is that of the file, without an ending. Raises Busy, Cancelled, Unsupported. */
export async function movieFile(films: Films, film: Film, name: string): Promise<MovieFile> {
  const path = await temporaryPath(`${name}.${film.format}`);
  try {
    const movie = await films.draw(film, path);
    return { ...movie, path, bytes: await bytesIn(path) };
  } catch (problem) {
    await removeFolderOf(path);
    throw problem;
  }
}
