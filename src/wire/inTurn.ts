/**
 * What is done one after the other: a request waits until the one before it is answered, and so does the refusal of
 * what came after it. Two that follow each other are two turns of the event loop, or one client could keep everybody
 * else waiting with a single piece of input.
 */

interface Waiting {
  readonly chars: number;
  readonly deed: () => void;
}

export interface InTurnHandlers {
  /** Whether the next one may begin. */
  free(): boolean;
  /** Nothing waits any more. */
  emptied(): void;
}

export class InTurn {
  readonly #handlers: InTurnHandlers;
  readonly #waiting: Waiting[] = [];
  #chars = 0;
  #resting = false;

  constructor(handlers: InTurnHandlers) {
    this.#handlers = handlers;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Characters that those who wait hold. */
  get chars(): number {
    return this.#chars;
  }

  add(chars: number, deed: () => void): void {
    this.#waiting.push({ chars, deed });
    this.#chars += chars;
    if (this.#waiting.length === 1 && !this.#resting) this.#begin();
  }

  /** Something has ended: it may be time for the next. */
  next(): void {
    if (!this.#resting && this.#waiting.length > 0) this.#rest();
  }

  #begin(): void {
    if (this.#waiting.length === 0 || !this.#handlers.free()) return;
    const { chars, deed } = this.#waiting.shift()!;
    this.#chars -= chars;
    this.#rest();
    deed();
    if (this.#waiting.length === 0) this.#handlers.emptied();
  }

  /** Others have their turn first. */
  #rest(): void {
    this.#resting = true;
    setImmediate(() => {
      this.#resting = false;
      this.#begin();
    });
  }
}
