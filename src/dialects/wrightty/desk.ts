/** Where clients of one listener are served: who may be there, which session they mean, what they follow. */
import { fault, raise } from '../../core/faults.ts';
import type { MovieFormat } from '../../core/recording/movieFile.ts';
import type { Recording } from '../../core/recording/recording.ts';
import type { Session } from '../../core/session/session.ts';
import type { World } from '../../core/world.ts';
import { Guard } from './guard.ts';
import { openShell } from './openShell.ts';
import { Refusal } from './refusals.ts';
import type { ScriptFormat } from './scriptText.ts';
import { Subscriptions } from './subscriptions.ts';

export interface DeskOptions {
  /** Where clients find it. */
  readonly url: string;
  readonly password: string | undefined;
  /** Whether it speaks as the shipped server did, where that differs from the document. */
  readonly shipped: boolean;
}

export interface FilmTerms {
  readonly fps: number;
  readonly format: MovieFormat;
}

/** The session that clients name when they know of none. */
const any = '0';

export class Desk {
  readonly core: World;
  readonly url: string;
  readonly shipped: boolean;
  readonly guard: Guard;
  readonly subscriptions: Subscriptions;
  /** What is to be made of a recording of what was done. */
  readonly scripts = new WeakMap<Recording, ScriptFormat>();
  readonly films = new WeakMap<Recording, FilmTerms>();
  readonly #drawing = new WeakSet<Recording>();
  #frames = 0;

  constructor(core: World, { url, password, shipped }: DeskOptions) {
    this.core = core;
    this.url = url;
    this.shipped = shipped;
    this.guard = new Guard(core.clock, password);
    this.subscriptions = new Subscriptions(core);
  }

  session(id: string): Session {
    const { sessions } = this.core;
    const found = sessions.find(id);
    if (found) return found;
    if (id === any) return this.#anySession();
    throw new Refusal(sessions.wasOnce(id) ? 'SessionDestroyed' : 'SessionNotFound', { sessionId: id });
  }

  filmOf(recordingId: string): FilmTerms {
    const recording = this.core.recordings.get(recordingId, 'recordingId');
    return (
      this.films.get(recording) ?? raise(fault.Invalid({ path: 'recordingId', reason: 'that is no film' }))
    );
  }

  /** One at a time; a film that could not be drawn can be tried again. */
  async drawing<T>(recording: Recording, draw: () => Promise<T>): Promise<T> {
    if (this.#drawing.has(recording))
      raise(fault.Invalid({ path: 'recordingId', reason: 'that film is being drawn' }));
    this.#drawing.add(recording);
    try {
      return await draw();
    } finally {
      this.#drawing.delete(recording);
    }
  }

  /** Counts captured frames. */
  nextFrame(): number {
    this.#frames += 1;
    return this.#frames - 1;
  }

  #anySession(): Session {
    const all = this.core.sessions.all();
    return all.find(({ exit }) => exit === null) ?? all[0] ?? openShell(this, {});
  }
}
