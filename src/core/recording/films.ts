/** Films that are being drawn: each in a thread of its own, so that everybody's sessions go on meanwhile, and a few at once. */
import type { Clock } from '../../platform/clock.ts';
import { writeTo } from '../../platform/temporaryFile.ts';
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import type { RedactionPolicy } from '../redact/redaction.ts';
import type { Cancellation } from '../session/waits.ts';
import { FilmThread } from './filmThread.ts';
import type { MovieLooks } from './movie.ts';
import type { ReadHow } from './readLines.ts';
import type { Movie, Progress } from './worker.ts';

export interface Film extends ReadHow {
  /** Of the recording, or its bytes in parts. */
  readonly text: string | readonly Uint8Array[];
  /** When it ended; where that is not known the last picture stays for a while. */
  readonly endMs?: number | undefined;
  /** To which pauses are cut. */
  readonly idleMs?: number | undefined;
  readonly looks: MovieLooks;
  /** What is hidden of its screens: a secret that a program has wrapped by hand reads as one only there. */
  readonly hides?: RedactionPolicy | undefined;
  readonly format: 'mp4' | 'webm' | 'gif';
  readonly cancellation?: Cancellation | undefined;
  /** Told at each picture. */
  readonly progress?: ((progress: Progress) => void) | undefined;
}

export interface FilmsTerms {
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Other than ours, to see what becomes of one that does not answer. */
  readonly program?: string;
}

const cancelled = (reason: 'request' | 'shutdown') => fault.Cancelled({ reason });
const tooMuch = (limit: 'films' | 'filmMs') => fault.Busy({ reason: 'busy', limit, max: limits[limit] });

export class Films {
  readonly #terms: FilmsTerms;
  readonly #drawing = new Set<FilmThread>();
  #closed = false;

  constructor(terms: FilmsTerms) {
    this.#terms = terms;
  }

  /** Into a file that was not there, in a folder that is the caller's. Raises Busy, Cancelled, Unsupported. */
  async draw(film: Film, path: string): Promise<Movie> {
    if (this.#closed) raise(cancelled('shutdown'));
    if (film.cancellation?.cancelled) raise(cancelled('request'));
    if (this.#drawing.size >= limits.films) raise(tooMuch('films'));
    const thread = new FilmThread(film, this.#terms);
    this.#drawing.add(thread);
    const disarm = this.#terms.clock.after(limits.filmMs, () => thread.end(tooMuch('filmMs')));
    const uncancel = film.cancellation?.onCancel(() => thread.end(cancelled('request')));
    try {
      await writeTo(path, new Uint8Array());
      return await thread.film(path);
    } finally {
      disarm();
      uncancel?.();
      await thread.end(cancelled('request'));
      this.#drawing.delete(thread);
    }
  }

  /** What is not drawn fails. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#drawing].map((thread) => thread.end(cancelled('shutdown'))));
  }
}
