/** Waits for conditions without a clock: `look` checks every pending condition. */
export class Expectations {
  readonly #screens = new Set<() => void>();

  /** Resolves when the condition is true. It is checked at once, and with every `look`. */
  until(is: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!is()) return;
        this.#screens.delete(look);
        resolve();
      };
      this.#screens.add(look);
      look();
    });
  }

  look(): void {
    for (const look of [...this.#screens]) look();
  }
}
