import type { Redaction } from '../redact/redaction.ts';
import type { Run } from './cells.ts';
import { runsOf } from './runs.ts';
import type { Screen } from './screen.ts';
import { eachRow, redactedLinks } from './snapshot.ts';

const kept = new WeakMap<
  Screen,
  { readonly version: number; readonly by: Redaction; readonly json: string }
>();

/** Every row as runs, as JSON text. Worked out once for each version of the content: whoever looks, looks often. */
export function styledRows(screen: Screen, redaction: Redaction): string {
  const known = kept.get(screen);
  if (known?.version === screen.contentVersion && known.by === redaction) return known.json;
  const json = JSON.stringify(runsByRow(screen, redaction));
  kept.set(screen, { version: screen.contentVersion, by: redaction, json });
  return json;
}

/** Every row as runs, each with its text and its style. */
export function runsByRow(screen: Screen, redaction: Redaction): Run[][] {
  const linkTo = redactedLinks(screen, redaction);
  return eachRow(screen, redaction, undefined, (...row) => runsOf(...row, linkTo));
}
