/** Gates are points in an answer where the stub pauses until the driver opens them. */
import { systemClock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';

interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
  readonly reached: Promise<void>;
  readonly reach: () => void;
}

export class Gates {
  readonly #gates = new Map<string, Gate>();

  /** Resolves when the gate is opened. */
  pass(name: string): Promise<void> {
    const { reach, opened } = this.#of(name);
    reach();
    return opened;
  }

  /**
   * Waits for the answer to reach the gate, then opens it. Rejects when no answer arrives in time. The next answer gets
   * a new gate.
   */
  async open(name: string, withinMs: number): Promise<void> {
    const { reached, open } = this.#of(name);
    let timer!: Disposable;
    const late = new Promise<never>((_, reject) => {
      timer = systemClock.after(withinMs, () => reject(new Error(`no answer reached the gate ${name}`)));
    });
    await Promise.race([reached, late]).finally(() => timer.dispose());
    this.#gates.delete(name);
    open();
  }

  /** Releases all waiting answers. */
  openAll(): void {
    for (const { open } of this.#gates.values()) open();
    this.#gates.clear();
  }

  #of(name: string): Gate {
    const existing = this.#gates.get(name);
    if (existing) return existing;
    let open!: () => void;
    let reach!: () => void;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const gate = { opened, open, reached, reach };
    this.#gates.set(name, gate);
    return gate;
  }
}
