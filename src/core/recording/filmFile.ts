/** A recording as it is now becomes a film, in a file that was named: it appears whole, or not at all. */
import { tellRefusal } from '../../platform/refusals.ts';
import { bytesIn, placeWhole } from '../../platform/temporaryFile.ts';
import { fault, raise } from '../faults.ts';
import { faceOf } from '../render/face.ts';
import type { Film, Films } from './films.ts';
import { requireMaker } from './movieFile.ts';
import type { Recording } from './recording.ts';
import type { Movie } from './worker.ts';

export type FilmRequest = Omit<Film, 'text' | 'endMs' | 'torn' | 'refuse'> & { readonly path: string };

export interface FilmFile extends Movie {
  readonly bytes: number;
}

/** Raises Invalid, FileRefused, Unsupported, Busy, Cancelled. */
export async function filmFile(
  films: Films,
  recording: Recording,
  { path, ...how }: FilmRequest,
): Promise<FilmFile> {
  if (!recording.format.startsWith('asciicast'))
    raise(refused('it tells no output at its time: a film is made of an asciicast', recording.format));
  requireMaker(how.format);
  await faceOf(how.looks.font, false);
  const refuse = (line: number, reason: string): never => raise(refused(`line ${line}: ${reason}`));
  const { hides, durationMs: endMs } = recording;
  const film = { ...how, hides, endMs, text: await partsOf(recording), torn: false, refuse };
  const make = async (made: string) => ({ ...(await films.draw(film, made)), bytes: await bytesIn(made) });
  try {
    return await placeWhole(path, false, make);
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    if (code === undefined) throw problem;
    return raise(
      fault.FileRefused(
        { path: 'path', file: path, reason: code },
        tellRefusal('film', `The file ${path}`, code),
      ),
    );
  }
}

const refused = (reason: string, got?: string) =>
  fault.Invalid({ path: 'recording', reason, ...(got !== undefined && { got }) });

/** What is written meanwhile is not in it. Others have their turn between two parts. */
async function partsOf(recording: Recording): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  const end = recording.bytes;
  await recording.readable();
  for (let at = 0; at < end; ) {
    const part = recording.read(at).subarray(0, end - at);
    if (part.length === 0) break;
    parts.push(part);
    at += part.length;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return parts;
}
