/** Looks for text or a pattern in a view and passes over what the view does not admit. */
import type { Pattern } from '../../platform/regex.ts';
import { type Hit, hit, miss, type Verdict } from './matcher.ts';
import type { TextView } from './moment.ts';

export function searchText(kind: string, view: TextView, wanted: string): Verdict {
  for (let start = view.text.indexOf(wanted); start >= 0; start = view.text.indexOf(wanted, start + 1)) {
    const end = start + wanted.length;
    if (view.admits(start, end)) return hit(kind, { found: { view, start, end } });
  }
  return miss();
}

export function searchPattern(kind: string, view: TextView, pattern: Pattern): Verdict {
  for (const { start, end, groups } of pattern.all(view.text)) {
    if (!view.admits(start, end)) continue;
    const first = groups.find((group) => group !== undefined);
    const capture: Hit['capture'] = { view, start: first?.start ?? start, end: first?.end ?? end };
    return hit(kind, { found: { view, start, end }, capture, facts: { pattern: pattern.source } });
  }
  return miss();
}
