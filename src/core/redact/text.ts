/** Secrets in text with its escape sequences, wherever these stand. */
import { hasControls, reveal } from './escapes.ts';
import type { Span } from './redaction.ts';
import type { Secrets } from './secrets.ts';
import { mergeSpans } from './spans.ts';
import type { View } from './views.ts';

/** `cols`: of the screen that it was written for, where that is known. */
export function spansOf(secrets: Secrets, text: string, cols = 0): readonly Span[] {
  if (!hasControls(text)) return secrets.find(text);
  const { printed, joined, edited, carried } = reveal(text, undefined, false, { cols, col: 0, joins: false });
  const views = [printed, joined, edited?.view, carried];
  return mergeSpans(views.flatMap((view) => (view ? spansIn(secrets, view) : [])));
}

const spansIn = (secrets: Secrets, view: View): Span[] =>
  secrets.find(view.text).map(({ start, end }) => view.original(start, end));
