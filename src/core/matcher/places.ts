/** All the places where text stands, as they may be told; a matcher needs only the first. */
import { compilePattern } from '../../platform/regex.ts';
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { TextView } from './moment.ts';
import { placesIn, viewsOf } from './search.ts';

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
  for (const one of viewsOf(view)) {
    const spans = isRegex ? spansOf(one.text, pattern) : copiesOf(one, pattern);
    const places = [...take(spans, limits.hostResults)].map((span) => placeOf(one, span, redaction));
    if (places.length > 0) return places;
  }
  return [];
}

function* take<One>(all: Iterable<One>, most: number): Generator<One> {
  let taken = 0;
  for (const one of all) {
    if (taken++ === most) return;
    yield one;
  }
}

function placeOf(view: TextView, [start, end]: Span, redaction: Redaction): PlaceOfText {
  const { row, col } = view.place!(start);
  const { length } = [...view.text.slice(start, end)];
  return { text: view.told(start, end, redaction), row, col, length };
}

type Span = readonly [number, number];

function* spansOf(text: string, pattern: string): Generator<Span> {
  for (const { start, end } of compilePattern(pattern).each(text)) yield [start, end];
}

/** Also where the terminal broke a line, if it stands nowhere else. */
function* copiesOf(view: TextView, wanted: string): Generator<Span> {
  const { text } = view;
  if (!text.includes(wanted)) {
    const joined = view.joined?.();
    if (joined) yield* placesIn(joined, wanted);
  }
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
    yield [at, at + wanted.length];
}
