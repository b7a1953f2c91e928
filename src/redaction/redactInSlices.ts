/** Redacts and strips long texts in slices and yields to other work between them. */
import { limits } from '#limits.ts';
import { nextTurn } from '#platform/eventLoop.ts';
import { EscapeStripper } from './escapes.ts';
import { blankSpans, composeSpans } from './policy.ts';
import type { Redaction, TextSpan } from './redaction.ts';
import { replaceSpans } from './spans.ts';
import { createRedactionStream } from './stream.ts';

/** As `redaction.spans`. */
export async function spansInTurns(
  redaction: Redaction,
  text: string,
  cols = 0,
): Promise<readonly TextSpan[]> {
  if (!redaction.secrets || text.length <= limits.textSliceChars) return redaction.spans(text, cols);
  if (redaction.composed) {
    const { first, second } = redaction.composed;
    const hidden = await spansInTurns(first, text, cols);
    return composeSpans(hidden, second, await spansInTurns(second, blankSpans(text, hidden), cols));
  }
  const spans: TextSpan[] = [];
  let left = 0;
  const stream = createRedactionStream(
    redaction,
    (length, found) => {
      for (const span of found) spans.push({ ...span, start: left + span.start, end: left + span.end });
      left += length;
    },
    () => cols,
  );
  for (const slice of slicesOf(text)) {
    stream.push(slice);
    await nextTurn();
  }
  stream.end(true);
  return spans;
}

/** As `redaction.text`. */
export const textInTurns = async (redaction: Redaction, text: string): Promise<string> =>
  replaceSpans(text, await spansInTurns(redaction, text), redaction.replacement);

/** As `stripEscapes`. */
export async function stripInTurns(text: string): Promise<string> {
  const stripper = new EscapeStripper(text);
  while (!stripper.strip(limits.textSliceChars)) await nextTurn();
  return stripper.text;
}

function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += limits.textSliceChars)
    yield text.slice(at, at + limits.textSliceChars);
}
