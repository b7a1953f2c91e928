/** Places in an answer where the stub stops until the driver lets it go on. */
import { type Disarm, systemClock } from '../../../src/platform/clock.ts';

interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
  readonly reached: Promise<void>;
  readonly reach: () => void;
}

export class Gates {
  readonly #gates = new Map<string, Gate>();

  /** Kept when somebody has opened it. */
  pass(name: string): Promise<void> {
    const { reach, opened } = this.#of(name);
    reach();
    return opened;
  }

  /** Opens it once the answer has come to it, and fails when none does. The next to come stands before a new one. */
  async open(name: string, withinMs: number): Promise<void> {
    const { reached, open } = this.#of(name);
    let disarm!: Disarm;
    const late = new Promise<never>((_, reject) => {
      disarm = systemClock.after(withinMs, () => reject(new Error(`no answer came to the gate ${name}`)));
    });
    await Promise.race([reached, late]).finally(disarm);
    this.#gates.delete(name);
    open();
  }

  /** Nobody waits any longer, whatever they wait for. */
  openAll(): void {
    for (const { open } of this.#gates.values()) open();
    this.#gates.clear();
  }

  #of(name: string): Gate {
    const known = this.#gates.get(name);
    if (known) return known;
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
