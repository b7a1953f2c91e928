/**
 * Those who see all that happens to a session in the order in which it happens, unredacted: recordings. Whoever looks
 * on hides secrets before anything is kept or told.
 */
import type { Probe } from '../matcher/matcher.ts';
import type { Exit } from '../matcher/moment.ts';
import type { Size } from '../size.ts';
import type { Deed } from './deed.ts';

export type Sighting =
  | { readonly kind: 'output'; readonly text: string }
  /** Written to the program, by whomever; not what the terminal itself answers. */
  | { readonly kind: 'typed'; readonly bytes: Uint8Array }
  | { readonly kind: 'resized'; readonly size: Size }
  /** A wait is told when it is satisfied: before, what it waits for may still have to be done. */
  | { readonly kind: 'deed'; readonly deed: Deed }
  | { readonly kind: 'marked'; readonly label: string }
  /** The screen has advanced. */
  | { readonly kind: 'changed' }
  /** The last one. */
  | { readonly kind: 'exited'; readonly exit: Exit };

export interface Onlooker {
  see(sighting: Sighting): void;
  /** What the program wrote, as bytes, before they are text; they are the caller's again afterwards. */
  wrote?(bytes: Uint8Array): void;
  /** Kept when all that was seen is where it belongs. */
  done(): Promise<unknown>;
}

export class Onlookers {
  readonly #all = new Set<Onlooker>();

  /** The returned function takes it away again. */
  add(onlooker: Onlooker): () => void {
    this.#all.add(onlooker);
    return () => this.#all.delete(onlooker);
  }

  tell(sighting: Sighting): void {
    for (const onlooker of this.#all) onlooker.see(sighting);
  }

  tellBytes(bytes: Uint8Array): void {
    for (const onlooker of this.#all) onlooker.wrote?.(bytes);
  }

  /** Tells of the wait once it is satisfied. */
  watchWait({ sent: matcher }: Probe, timeoutMs: number, ended: Promise<unknown>): void {
    if (this.#all.size === 0 || !matcher) return;
    const deed = { call: 'wait', matcher, timeoutMs } as const;
    ended.then(
      () => this.tell({ kind: 'deed', deed }),
      () => {},
    );
  }

  async done(): Promise<void> {
    await Promise.all([...this.#all].map((onlooker) => onlooker.done()));
  }
}
