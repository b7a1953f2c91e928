/** Spans of secrets in text: merges and replaces them, and maps them between texts. */

import type { RowSpan, TextSpan } from './redaction.ts';
import type { FlatView, MappedText } from './textViews.ts';

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

export const replaceSpans = (text: string, spans: readonly TextSpan[], replacement: string): string =>
  spans.length === 0 ? text : new SpanReplacer(spans, replacement).replaceNext(text);

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

/** A text that is assembled from pieces of another one. */
export class AssembledText {
  text = '';
  /** Start of each piece in this text and in the original. A piece with other characters also has an original end. */
  readonly #offsets: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** Adds the characters from `from` on; with `to`, other characters that replace the range. */
  add(text: string, from: number, to = 0): void {
    if (text === '') return;
    this.#offsets.push(this.text.length);
    this.#starts.push(from);
    this.#ends.push(to);
    this.text += text;
  }

  /** Maps a range to the original text. */
  original(start: number, end: number): TextSpan {
    const [first, last] = [lastAtMost(this.#offsets, start), lastAtMost(this.#offsets, end - 1)];
    return {
      start: this.#starts[first]! + (this.#ends[first] ? 0 : start - this.#offsets[first]!),
      end: this.#ends[last] || this.#starts[last]! + end - this.#offsets[last]!,
    };
  }

  /** As `original`, with one range for each piece. */
  pieces(start: number, end: number): TextSpan[] {
    const spans: TextSpan[] = [];
    const last = lastAtMost(this.#offsets, end - 1);
    for (let piece = lastAtMost(this.#offsets, start), from = start; piece <= last; piece += 1) {
      const to = piece === last ? end : this.#offsets[piece + 1]!;
      spans.push(this.original(from, to));
      from = to;
    }
    return spans;
  }
}

/** The index of the last of these ascending numbers that is at most `value`, or 0. */
export function lastAtMost(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ascending[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A view, and the text before it, which is not mapped. */
export class ContextView {
  readonly view: MappedText & Pick<Partial<FlatView>, 'breaks' | 'pendingBreak'>;
  readonly text: string;
  /** Start of the view in the text. */
  readonly start: number;
  /** The text may continue. */
  readonly unended: boolean;

  constructor(view: ContextView['view'], before: string, unended = true) {
    this.view = view;
    this.text = before + view.text;
    this.start = before.length;
    this.unended = unended;
  }

  /** The original offset of a character. */
  offset(at: number): number {
    const from = Math.max(0, at - this.start);
    return this.view.original(from, from + 1).start;
  }

  /** The original spans, without what is before the view. */
  originals(spans: readonly TextSpan[]): TextSpan[] {
    return spans.flatMap(({ start, end }) => {
      const from = Math.max(0, start - this.start);
      return end > this.start && from < this.view.text.length
        ? [this.view.original(from, end - this.start)]
        : [];
    });
  }
}
