/** Palettes that a program has kept, to have them again (XTPUSHCOLORS, XTPOPCOLORS). */
import { limits } from '../limits.ts';
import type { Rgb } from './palette.ts';

type Kept = ReadonlyMap<number, Rgb>;

export class PaletteStack {
  readonly #changed: Map<number, Rgb>;
  readonly #kept = new Map<number, Kept>();
  /** How many there are below the one that would be pushed next. */
  used = 0;
  /** The highest that `used` has been. */
  last = 0;

  /** Of what a program has changed. */
  constructor(changed: Map<number, Rgb>) {
    this.#changed = changed;
  }

  /** Into a place, counted from 1, or on top. A full one takes no more, and says so. */
  push(place: number): boolean {
    const slot = place > 0 ? place - 1 : this.used;
    if (slot >= limits.paletteStack) return false;
    this.#kept.set(slot, new Map(this.#changed));
    this.used = slot + 1;
    this.last = Math.max(this.last, this.used);
    return true;
  }

  /** From a place, or from the top. Whether there was something. */
  pop(place: number): boolean {
    const slot = place > 0 ? place - 1 : this.used - 1;
    if (slot < 0 || slot >= limits.paletteStack) return false;
    const kept = this.#kept.get(slot);
    this.used = slot;
    if (!kept) return false;
    this.#changed.clear();
    for (const [index, color] of kept) this.#changed.set(index, color);
    return true;
  }

  reset(): void {
    this.#kept.clear();
    this.used = 0;
    this.last = 0;
  }
}
