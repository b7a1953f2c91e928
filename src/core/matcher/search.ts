/** Looks for text or a pattern in a view and passes over what the view does not admit. */
import type { Found, Pattern } from '../../platform/regex.ts';
import { hit, miss, type Verdict } from './matcher.ts';
import type { JoinedText, TextView } from './moment.ts';

export function searchText(kind: string, view: TextView, wanted: string): Verdict {
  for (let start = view.text.indexOf(wanted); start >= 0; start = view.text.indexOf(wanted, start + 1)) {
    const end = start + wanted.length;
    if (view.admits(start, end)) return hit(kind, { found: { view, start, end } });
  }
  const joined = wanted.length > 1 ? view.joined?.() : undefined;
  return joined ? searchJoined(kind, view, joined, wanted) : miss();
}

function searchJoined(kind: string, view: TextView, joined: JoinedText, wanted: string): Verdict {
  for (const [start, end] of placesIn(joined, wanted))
    if (view.admits(start, end)) return hit(kind, { found: { view, start, end } });
  return miss();
}

/** The end of a place is where its last character ends, not where the next row begins. */
export function* placesIn({ text, place }: JoinedText, wanted: string): Generator<readonly [number, number]> {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    yield [place(at), place(at + wanted.length - 1) + 1];
}

export function searchPattern(kind: string, view: TextView, pattern: Pattern): Verdict {
  const found = firstAdmitted(view, pattern);
  if (!found) return miss();
  const { start, end, groups } = found;
  const group = groups.find((text) => text !== undefined);
  return hit(kind, { found: { view, start, end }, group, facts: { pattern: pattern.source } });
}

function firstAdmitted(view: TextView, pattern: Pattern): Found | undefined {
  for (const found of pattern.each(view.text)) if (view.admits(found.start, found.end)) return found;
  return undefined;
}
