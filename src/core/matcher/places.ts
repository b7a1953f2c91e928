/** All the places where text stands, as they may be told; a matcher needs only the first. */
import { compilePattern } from '../../platform/regex.ts';
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { TextView } from './moment.ts';
import { placesIn } from './search.ts';

export interface PlaceOfText {
  readonly text: string;
  readonly row: number;
  readonly col: number;
  /** In characters, of what stands there and not of what is told. */
  readonly length: number;
}

/** The pattern is one that a matcher has taken. Of very many places the first are told. */
export function placesOf(
  view: TextView,
  { pattern, isRegex }: { readonly pattern: string; readonly isRegex: boolean },
  redaction: Redaction,
): PlaceOfText[] {
  const places: PlaceOfText[] = [];
  for (const [start, end] of isRegex ? spansOf(view.text, pattern) : copiesOf(view, pattern)) {
    if (places.length === limits.hostResults) break;
    const text = view.told(start, end, redaction);
    const { row, col } = view.place!(start);
    places.push({ text, row, col, length: [...view.text.slice(start, end)].length });
  }
  return places;
}

function* spansOf(text: string, pattern: string): Generator<readonly [number, number]> {
  for (const { start, end } of compilePattern(pattern).each(text)) yield [start, end];
}

/** Also where the terminal broke a line, if it stands nowhere else. */
function* copiesOf(view: TextView, wanted: string): Generator<readonly [number, number]> {
  const { text } = view;
  if (!text.includes(wanted)) {
    const joined = view.joined?.();
    if (joined) yield* placesIn(joined, wanted);
  }
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
    yield [at, at + wanted.length];
}
