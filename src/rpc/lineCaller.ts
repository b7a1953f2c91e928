/** The one at the other end of a line, as handlers know it, whatever carries the calls. */
import type { Outcome, Params } from '../wire/envelope.ts';
import type { Caller, Cancellation } from './call.ts';

/** What a connection needs of the line below it. */
export interface Line {
  readonly repliesOnly?: boolean;
  readonly clogged: boolean;
  readonly idle: boolean;
  reply(own: number, outcome: Outcome): void;
  notify(method: string, params?: Params): void;
  end(): void;
}

export class LineCaller implements Caller {
  static #last = 0;
  readonly id = ++LineCaller.#last;
  readonly #line: Line;
  readonly #drained = new Set<() => void>();
  readonly #idle = new Set<() => void>();
  readonly #closed = new Set<() => void>();

  constructor(line: Line) {
    this.#line = line;
  }

  get repliesOnly(): boolean {
    return this.#line.repliesOnly ?? false;
  }

  get clogged(): boolean {
    return this.#line.clogged;
  }

  get idle(): boolean {
    return this.#line.idle;
  }

  notify(event: string, params: object): void {
    this.#line.notify(event, params as Params);
  }

  end(): void {
    this.#line.end();
  }

  onDrained(listener: () => void): () => void {
    this.#drained.add(listener);
    return () => this.#drained.delete(listener);
  }

  onIdle(listener: () => void): () => void {
    this.#idle.add(listener);
    return () => this.#idle.delete(listener);
  }

  onClosed(listener: () => void): () => void {
    this.#closed.add(listener);
    return () => this.#closed.delete(listener);
  }

  drained(): void {
    for (const listener of this.#drained) listener();
  }

  idled(): void {
    for (const listener of this.#idle) listener();
  }

  /** Whatever was begun for the other side has nobody to be told to. */
  protected tellClosed(): void {
    for (const listener of this.#closed) listener();
    this.#closed.clear();
  }

  protected untilClosed(): Cancellation {
    return { cancelled: false, onCancel: (listener) => this.onClosed(listener) };
  }
}
