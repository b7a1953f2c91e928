/** Text that comes piece by piece, with stretches of the whole replaced: they are in order, and apart. */
import type { Span } from './redaction.ts';

const nowhere: Span = { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };

export class Hidden {
  readonly #spans: readonly Span[];
  readonly #replacement: string;
  #at = 0;
  #span = 0;

  constructor(spans: readonly Span[], replacement: string) {
    this.#spans = spans;
    this.#replacement = replacement;
  }

  next(text: string): string {
    const from = this.#at;
    const to = from + text.length;
    this.#at = to;
    let out = '';
    let at = from;
    for (;;) {
      const { start, end, instead = this.#replacement } = this.#spans[this.#span] ?? nowhere;
      if (start >= to) return out + text.slice(at - from);
      if (start >= from) out += text.slice(at - from, start - from) + instead;
      if (end > to) return out;
      at = end;
      this.#span += 1;
    }
  }
}
