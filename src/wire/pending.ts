/**
 * The requests in flight on a connection, under ids of our own: the other side may use null, or one id twice at
 * once, and what carries the calls can do neither.
 */
import type { Batch } from './batch.ts';
import type { AskedId, Params } from './envelope.ts';

export interface Asked {
  /** The id that the other side gave. */
  readonly id: AskedId;
  readonly method: string;
  readonly batch: Batch | null;
}

/** `$/` messages belong to the connection, as ids do: this one names an id, which has to be translated. */
export const cancelRequest = '$/cancelRequest';

export class Pending {
  readonly #asked = new Map<number, Asked>();
  readonly #max: number;
  #next = 1;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#asked.size;
  }

  /** The own id that comes next; they only grow. */
  get next(): number {
    return this.#next;
  }

  /** The own id, or null when as many are in flight as may be. */
  admit({ id, method }: Pick<Asked, 'id' | 'method'>, batch: Batch | null): number | null {
    if (this.#asked.size >= this.#max) return null;
    this.#asked.set(this.#next, { id, method, batch });
    return this.#next++;
  }

  /** The id that the other side gave. */
  idOf(own: number): AskedId | undefined {
    return this.#asked.get(own)?.id;
  }

  /** Undefined when that request was never asked or is answered already. */
  settle(own: number): Asked | undefined {
    const asked = this.#asked.get(own);
    if (asked) this.#asked.delete(own);
    return asked;
  }

  /** Every request in flight that `params` of a cancellation means: the other side may have used one id twice. */
  meantBy(params: Params | undefined): number[] {
    const id = params && 'id' in params ? params.id : undefined;
    return [...this.#asked].filter(([, asked]) => asked.id === id).map(([own]) => own);
  }
}
