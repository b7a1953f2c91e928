/** Merges and replaces spans of secrets in text. */

import type { RowSpan, TextSpan } from './redaction.ts';

/** Sorts spans and merges overlapping ones. Adjacent spans stay separate, because each is a different secret. */
export function mergeSpans(spans: readonly TextSpan[]): TextSpan[] {
  if (spans.length < 2) return [...spans];
  const merged: TextSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { start: last.start, end: span.end };
  }
  return merged;
}

/**
 * Merges the spans that several readings of a row found. Of overlapping spans, the first and longest decides
 * `continued`. Between equal ones, `continued` is preferred on a wrapped row, and a new secret on other rows.
 */
export function mergeRowSpans(spans: readonly RowSpan[], wrapped: boolean): RowSpan[] {
  if (spans.length < 2) return [...spans];
  const rank = ({ continued }: RowSpan) => (continued === wrapped ? 0 : 1);
  const merged: { start: number; end: number; continued: boolean }[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b))) {
    const last = merged.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

export function replaceSpans(text: string, spans: readonly TextSpan[], replacement: string): string {
  let out = '';
  let from = 0;
  for (const { start, end, instead = replacement } of spans) {
    out += text.slice(from, start) + instead;
    from = end;
  }
  return from === 0 ? text : out + text.slice(from);
}

const noSpan: TextSpan = { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** Replaces spans in text that arrives in pieces. The spans are sorted and do not overlap. */
export class SpanReplacer {
  readonly #spans: readonly TextSpan[];
  readonly #replacement: string;
  #offset = 0;
  #index = 0;

  constructor(spans: readonly TextSpan[], replacement: string) {
    this.#spans = spans;
    this.#replacement = replacement;
  }

  replaceNext(text: string): string {
    const from = this.#offset;
    const to = from + text.length;
    this.#offset = to;
    let out = '';
    let at = from;
    for (;;) {
      const { start, end, instead = this.#replacement } = this.#spans[this.#index] ?? noSpan;
      if (start >= to) return out + text.slice(at - from);
      if (start >= from) out += text.slice(at - from, start - from) + instead;
      if (end > to) return out;
      at = end;
      this.#index += 1;
    }
  }
}
