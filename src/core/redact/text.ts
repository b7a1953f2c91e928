/** Secrets in text with its escape sequences, wherever these stand. */
import { clipSpans } from './clips.ts';
import { hasControls, reveal } from './escapes.ts';
import type { Span } from './redaction.ts';
import type { Secrets } from './secrets.ts';
import { mergeSpans, replaceSpans } from './spans.ts';
import type { View } from './views.ts';

/** `cols`: of the screen that it was written for, where that is known. */
export function spansOf(secrets: Secrets, replacement: string, text: string, cols = 0): readonly Span[] {
  if (!hasControls(text)) return secrets.find(text);
  const { clips, ...revealed } = reveal(text, undefined, false, { cols, col: 0, joins: false });
  const { printed, joined, edited, carried } = revealed;
  const views = [printed, joined, edited?.view, carried];
  return mergeSpans([
    ...views.flatMap((view) => (view ? spansIn(secrets, view) : [])),
    ...clipSpans(text, clips, replacement, hiding(secrets, replacement)),
  ]);
}

/** Hides in a text what `spansOf` finds. What is carried in base64 is shorter than that, and so it ends. */
export const hiding = (secrets: Secrets, replacement: string) => (raw: string) =>
  replaceSpans(raw, spansOf(secrets, replacement, raw), replacement);

const spansIn = (secrets: Secrets, view: View): Span[] =>
  secrets.find(view.text).map(({ start, end }) => view.original(start, end));
