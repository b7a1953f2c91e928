import type { RowSpan, Span } from './redaction.ts';

/** Sorted, and those that overlap made one. Spans that only touch stay two: each stands for a secret of its own. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  if (spans.length < 2) return [...spans];
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { start: last.start, end: span.end };
  }
  return merged;
}

/**
 * The same for what several readings of a row found. Of those that overlap, the one that begins first and reaches
 * furthest says whose the whole is; between equal ones a row that the terminal wrapped goes on, any other begins anew.
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

export function replaceSpans(text: string, spans: readonly Span[], replacement: string): string {
  let out = '';
  let from = 0;
  for (const { start, end, instead = replacement } of spans) {
    out += text.slice(from, start) + instead;
    from = end;
  }
  return from === 0 ? text : out + text.slice(from);
}
