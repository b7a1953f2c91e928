/** A run on its way into memory, until it is known whether anybody wants it: its last pieces, however much is printed. */
import { limits } from '../../core/limits.ts';
import type { Recording } from '../../core/recording/recording.ts';
import type { Sighting } from '../../core/session/onlookers.ts';
import type { Session } from '../../core/session/session.ts';
import type { World } from '../../core/world.ts';

export class Rolling {
  readonly #world: World;
  readonly #session: Session;
  readonly #leave: () => void;
  #last: Recording;
  #before: Recording | undefined;

  constructor(world: World, session: Session) {
    this.#world = world;
    this.#session = session;
    this.#last = this.#start();
    const see = (sighting: Sighting) => this.#see(sighting);
    this.#leave = session.onlookers.add({ see, done: () => Promise.resolve() });
  }

  /** Casts, oldest first: of what was printed before the first of them only the screen is left, with which it begins. */
  async end(): Promise<readonly string[]> {
    this.#leave();
    await this.#world.recordings.stop(this.#last);
    return [this.#before, this.#last].flatMap((one) => (one ? [one.text] : []));
  }

  /** Where the screen shows all that was printed, so that the next piece goes on where the one before ends. */
  #see({ kind }: Sighting): void {
    if (kind !== 'changed' || this.#last.bytes < limits.recordingTextBytes / 2) return;
    void this.#world.recordings.stop(this.#last);
    this.#before = this.#last;
    this.#last = this.#start();
  }

  #start(): Recording {
    return this.#world.recordings.start(this.#session, {
      path: null,
      format: 'asciicast-v2',
      input: false,
      append: false,
      maxBytes: limits.recordingTextBytes,
      intervalMs: limits.recordingFrameMs,
      redaction: this.#session.redaction,
    });
  }
}
