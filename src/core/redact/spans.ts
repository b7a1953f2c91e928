import type { Span } from './redaction.ts';

/** Sorted, and those that overlap made one. Spans that only touch stay two: each stands for a secret of its own. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  if (spans.length < 2) return [...spans];
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

export function replaceSpans(text: string, spans: readonly Span[], replacement: string): string {
  let out = '';
  let from = 0;
  for (const { start, end } of spans) {
    out += text.slice(from, start) + replacement;
    from = end;
  }
  return from === 0 ? text : out + text.slice(from);
}
