/** `ptywright convert` to a film. */
import { Films } from '../../core/recording/films.ts';
import { type MovieFormat, movieFormats } from '../../core/recording/movieFile.ts';
import { refuseIn } from '../../core/recording/readLines.ts';
import { defaultPolicy } from '../../core/redact/policy.ts';
import { faceOf } from '../../core/render/face.ts';
import { systemClock } from '../../platform/clock.ts';
import { onEndSignals, statusOfSignal } from '../../platform/endSignals.ts';
import { printNote } from '../print.ts';
import { exits } from '../usage.ts';
import type { Options } from './convert.ts';
import { placed } from './placed.ts';

export const endingsOfFilms = movieFormats.map((format) => `.${format}`);
export const isFilm = (kind: string): boolean => endingsOfFilms.includes(kind);

interface Source {
  readonly from: string;
  readonly text: string;
  readonly kind: string;
}

/** Leaves nothing behind where it is interrupted. */
export async function filmTo(to: string, { from, text, kind }: Source, given: Options): Promise<number> {
  const { fps, theme, font, 'font-size': fontSize, idle: idleMs, force, raw } = given;
  await faceOf(font, false);
  const films = new Films({ clock: systemClock, log: printNote });
  const how = { refuse: refuseIn(from), torn: true, idleMs, looks: { fps, theme, fontSize, font } };
  const hides = raw ? undefined : defaultPolicy;
  const film = { ...how, hides, text, format: kind.slice(1) as MovieFormat };
  let interrupted: number | undefined;
  const free = onEndSignals((name) => {
    interrupted ??= statusOfSignal(name);
    void films.close();
  });
  try {
    const { cut } = await placed(to, force, (path) => films.draw(film, path));
    if (cut) await printNote(`${to}: the film ends early, at the bound ${cut}`);
    return exits.done;
  } catch (problem) {
    if (interrupted !== undefined) return interrupted;
    throw problem;
  } finally {
    free();
  }
}
