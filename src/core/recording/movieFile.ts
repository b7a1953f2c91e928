/** A cast that becomes a film in a file of its own, for one who cannot be sent that much. */
import { hasFfmpeg, missing } from '../../platform/ffmpeg.ts';
import { bytesIn, temporaryPath, writeTo } from '../../platform/temporaryFile.ts';
import { fault, raise } from '../faults.ts';
import { filmTo, gifOf, type Movie, type MovieLooks } from './movie.ts';
import type { Cast } from './readCast.ts';

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

/** `name` is that of the file, without an ending. Raises Unsupported. */
export async function movieFile(
  cast: Cast,
  format: MovieFormat,
  looks: MovieLooks,
  name: string,
): Promise<MovieFile> {
  const path = await temporaryPath(`${name}.${format}`);
  if (format !== 'gif') {
    const made = await filmTo(cast, looks, path);
    return { ...made, path, bytes: await bytesIn(path) };
  }
  const { bytes, ...made } = await gifOf(cast, looks);
  await writeTo(path, bytes);
  return { ...made, path, bytes: bytes.length };
}
