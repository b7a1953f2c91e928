/** Waits without a clock: whoever hopes for something is asked again whenever anything may have changed. */
export class Hopes {
  readonly #looks = new Set<() => void>();

  /** Kept once it is so; asked at once, and with every `look`. */
  until(is: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!is()) return;
        this.#looks.delete(look);
        resolve();
      };
      this.#looks.add(look);
      look();
    });
  }

  look(): void {
    for (const look of [...this.#looks]) look();
  }
}
