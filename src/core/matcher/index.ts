/** Matchers: what a wait can hope for. One file a matcher, and one line here. */
import { all } from './all.ts';
import { alternateScreen } from './alternateScreen.ts';
import { any } from './any.ts';
import { bell } from './bell.ts';
import { changed } from './changed.ts';
import { commandFinished } from './commandFinished.ts';
import { containsText } from './containsText.ts';
import { cursorAt } from './cursorAt.ts';
import { cwd } from './cwd.ts';
import { event } from './event.ts';
import { idle } from './idle.ts';
import { lua } from './lua.ts';
import type { MatcherDeclaration } from './matcher.ts';
import { not } from './not.ts';
import { processExited } from './processExited.ts';
import { screenRegex } from './screenRegex.ts';
import { screenStable } from './screenStable.ts';
import { title } from './title.ts';
import { transcriptContains } from './transcriptContains.ts';
import { transcriptRegex } from './transcriptRegex.ts';

const declared = [
  containsText,
  screenRegex,
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

export type AnyDeclared = (typeof declared)[number];
export type MatcherName = AnyDeclared['name'];

// A Map: the names come from clients.
export const matchers: ReadonlyMap<string, MatcherDeclaration> = new Map(
  declared.map((one) => [one.name, one]),
);
