/** Looks for text or a pattern in a view and passes over what the view does not admit. */
import type { Found, Pattern } from '../../platform/regex.ts';
import { hit, miss, type Found as Place, type Verdict } from './matcher.ts';
import type { JoinedText, TextView } from './moment.ts';

export function searchText(kind: string, view: TextView, wanted: string): Verdict {
  const found = copyIn(view, wanted) ?? joinedCopy(view, wanted) ?? copyWithBlanks(view, wanted);
  return found ? hit(kind, { found }) : miss();
}

function copyIn(view: TextView, wanted: string): Place | undefined {
  for (let start = view.text.indexOf(wanted); start >= 0; start = view.text.indexOf(wanted, start + 1)) {
    const end = start + wanted.length;
    if (view.admits(start, end)) return { view, start, end };
  }
  return undefined;
}

function joinedCopy(view: TextView, wanted: string): Place | undefined {
  const joined = wanted.length > 1 ? view.joined?.() : undefined;
  if (!joined) return undefined;
  for (const [start, end] of placesIn(joined, wanted))
    if (view.admits(start, end)) return { view, start, end };
  return undefined;
}

const blankAtEnd = / (?:\n|$)/;

function copyWithBlanks(view: TextView, wanted: string): Place | undefined {
  const longer = blankAtEnd.test(wanted) ? view.withBlanks?.('before the cursor') : undefined;
  return longer && (copyIn(longer, wanted) ?? joinedCopy(longer, wanted));
}

/** Where a pattern is looked for, one after the other: what ends in a blank may be meant with it or without. */
export function* viewsOf(view: TextView): Generator<TextView> {
  const longer = view.withBlanks?.('before the cursor');
  if (longer) yield longer;
  yield view;
}

/** The end of a place is where its last character ends, not where the next row begins. */
export function* placesIn({ text, place }: JoinedText, wanted: string): Generator<readonly [number, number]> {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    yield [place(at), place(at + wanted.length - 1) + 1];
}

export function searchPattern(kind: string, view: TextView, pattern: Pattern): Verdict {
  for (const one of viewsOf(view)) {
    const found = firstAdmitted(one, pattern);
    if (found) return patternHit(kind, one, found, pattern);
  }
  return miss();
}

function patternHit(kind: string, view: TextView, { start, end, groups }: Found, pattern: Pattern): Verdict {
  const group = groups.find((text) => text !== undefined);
  return hit(kind, { found: { view, start, end }, group, facts: { pattern: pattern.source } });
}

function firstAdmitted(view: TextView, pattern: Pattern): Found | undefined {
  for (const found of pattern.each(view.text)) if (view.admits(found.start, found.end)) return found;
  return undefined;
}
