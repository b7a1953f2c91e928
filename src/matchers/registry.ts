/** The table of all matchers. Add a new matcher here. */
import { all, any, not } from './combinators.ts';
import type { MatcherDeclaration } from './matcher.ts';
import { lua } from './plugin.ts';
import type { Matcher } from './schema.ts';
import { alternateScreen, bell, changed, cursorAt, screenStable } from './screen.ts';
import { selector } from './selector.ts';
import { commandFinished, cwd, event } from './shell.ts';
import {
  containsText,
  idle,
  processExited,
  screenRegex,
  title,
  transcriptContains,
  transcriptRegex,
} from './text.ts';

const declarations = [
  containsText,
  screenRegex,
  selector,
  transcriptContains,
  transcriptRegex,
  cursorAt,
  screenStable,
  idle,
  processExited,
  title,
  bell,
  changed,
  alternateScreen,
  cwd,
  commandFinished,
  event,
  any,
  all,
  not,
  lua,
] as const satisfies readonly MatcherDeclaration[];

export type DeclaredMatcher = (typeof declarations)[number];
export type MatcherName = DeclaredMatcher['name'];

// A Map, because the names come from clients.
export const matchers: ReadonlyMap<string, MatcherDeclaration> = new Map(
  declarations.map((one) => [one.name, one]),
);

/** Describes a matcher in words, for messages about waits. Its text is not redacted. */
export function formatMatcher({ type, value, rows, region }: Matcher): string {
  const words = matchers.get(type)!.format(value, (inner) => formatMatcher(inner as unknown as Matcher));
  const place = region ? 'in a region of the screen' : rows ? formatRows(rows) : '';
  return place ? `${words} ${place}` : words;
}

const formatRows = ({ from, count }: NonNullable<Matcher['rows']>): string => {
  const first = from < 0 ? `row ${-from} from the bottom` : `row ${from}`;
  return count === 1 ? `in ${first}` : `in ${count} rows from ${first}`;
};
