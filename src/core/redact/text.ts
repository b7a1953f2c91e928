/** Secrets in text with its escape sequences, wherever these stand. */
import { hasControls, reveal } from './escapes.ts';
import type { Span } from './redaction.ts';
import type { Secrets } from './secrets.ts';
import { mergeSpans } from './spans.ts';
import type { View } from './views.ts';

export function spansOf(secrets: Secrets, text: string): readonly Span[] {
  if (!hasControls(text)) return secrets.find(text);
  const { printed, edited, carried } = reveal(text);
  const views = edited ? [printed, edited.view, carried] : [printed, carried];
  return mergeSpans(views.flatMap((view) => spansIn(secrets, view)));
}

const spansIn = (secrets: Secrets, view: View): Span[] =>
  secrets.find(view.text).map(({ start, end }) => view.original(start, end));
