/** Waits for conditions without a clock: `check` checks every pending condition. */
export class Expectations {
  readonly #pending = new Set<() => void>();

  /** Resolves when the condition is true. It is checked at once, and by every `check`. */
  until(is: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!is()) return;
        this.#pending.delete(check);
        resolve();
      };
      this.#pending.add(check);
      check();
    });
  }

  check(): void {
    for (const check of [...this.#pending]) check();
  }
}
