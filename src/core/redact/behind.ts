/**
 * A redaction that sees only what another one leaves. A caller who may read nothing raw must not learn from what his
 * own patterns hide: one that began in a secret and ended behind it would tell whether it had guessed its letters.
 */
import { hiddenClip } from './clips.ts';
import type { Redaction, RowText, Span } from './redaction.ts';
import { mergeRowSpans, mergeSpans, replaceSpans } from './spans.ts';
import { redactValue } from './value.ts';

export function behind(first: Redaction, second: Redaction): Redaction {
  const { replacement } = second;
  const spans = (raw: string, cols?: number) => {
    const hidden = first.spans(raw, cols).map((span) => inClip(span, second));
    return mergeSpans([...hidden, ...second.spans(blank(raw, hidden), cols)]);
  };
  const text = (raw: string) => replaceSpans(raw, spans(raw), replacement);
  return {
    replacement,
    secrets: first.secrets,
    spans,
    text,
    rows: (rows) => {
      const hidden = first.rows(rows);
      const left = second.rows(rows.map((row, at) => blankRow(row, hidden[at]!)));
      return hidden.map((row, at) => mergeRowSpans([...row, ...left[at]!], rows[at]!.wrapped));
    },
    value: (json) => redactValue({ text, spans, replacement }, json),
  };
}

/** What the first one leaves in base64, the second one sees as text. */
function inClip(span: Span, { text }: Redaction): Span {
  const instead = span.instead && hiddenClip(span.instead, text);
  return instead ? { ...span, instead } : span;
}

/** No rule takes it for a part of a secret, and it takes as much room as what it stands for. */
const filler = '\uFFFC';

const blankRow = (row: RowText, hidden: readonly Span[]): RowText => ({
  ...row,
  text: blank(row.text, hidden),
});

function blank(text: string, hidden: readonly Span[]): string {
  let out = '';
  let from = 0;
  for (const { start, end } of hidden) {
    out += text.slice(from, start) + filler.repeat(end - start);
    from = end;
  }
  return out + text.slice(from);
}
