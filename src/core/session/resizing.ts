/**
 * To lay a long scrollback out anew costs tens of milliseconds, so sizes that come faster than anybody can see are
 * joined: the program is told each of them at once, the emulator the last one, and whoever looks before looks at it.
 */
import type { Clock, Disarm } from '../../platform/clock.ts';
import { limits } from '../limits.ts';
import type { Size } from '../size.ts';

export class Resizing {
  readonly #clock: Clock;
  readonly #apply: (size: Size) => void;
  #applied = Number.NEGATIVE_INFINITY;
  #pending: { readonly size: Size; readonly disarm: Disarm } | undefined;

  constructor(clock: Clock, apply: (size: Size) => void) {
    this.#clock = clock;
    this.#apply = apply;
  }

  ask(size: Size): void {
    const due = this.#applied + limits.resizeMs;
    const now = this.#clock.now();
    const disarm =
      this.#pending?.disarm ?? (now < due ? this.#clock.after(due - now, () => this.settle()) : nothing);
    this.#pending = { size, disarm };
    if (now >= due) this.settle();
  }

  /** Somebody looks, or output comes that was written for the new size. */
  settle(): void {
    if (!this.#pending) return;
    const { size, disarm } = this.#pending;
    this.#pending = undefined;
    disarm();
    this.#applied = this.#clock.now();
    this.#apply(size);
  }
}

const nothing: Disarm = () => {};
