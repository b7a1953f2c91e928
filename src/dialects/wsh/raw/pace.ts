/**
 * How often the screen is looked at and painted for one plain stream: no more often than anybody sees, and not sooner
 * than the last time is paid for.
 */
import { limits } from '../../../core/limits.ts';
import type { Clock, Disarm } from '../../../platform/clock.ts';

export class RawPace {
  readonly #clock: Clock;
  readonly #due: () => void;
  #next = 0;
  /** Until when the last deed is paid for. */
  #rests = 0;
  #disarm: Disarm | undefined;

  /** `due` is called once what was asked for too early may be done. */
  constructor(clock: Clock, due: () => void) {
    this.#clock = clock;
    this.#due = due;
  }

  /** Of much at once, which must not wait for the next time that anybody sees. */
  get isPaid(): boolean {
    return this.#clock.now() >= this.#rests;
  }

  isDue(): boolean {
    const wait = this.#next - this.#clock.now();
    if (wait <= 0) return true;
    this.#disarm ??= this.#clock.after(wait, () => {
      this.#disarm = undefined;
      this.#due();
    });
    return false;
  }

  do<T>(deed: () => T): T {
    const begun = this.#clock.now();
    const done = deed();
    const ended = this.#clock.now();
    this.#rests = ended + limits.viewerCostShare * (ended - begun);
    this.#next = Math.max(this.#rests, begun + limits.viewerFrameMs);
    return done;
  }

  /** Nothing is due any more. */
  end(): void {
    this.#disarm?.();
    this.#disarm = undefined;
  }
}
