/** A cast that becomes a film in a file of its own, for one who cannot be sent that much. */
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
