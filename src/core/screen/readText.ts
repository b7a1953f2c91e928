/** The text of a screen or of a part of it, as it may be told. */
import type { Redaction } from '../redact/redaction.ts';
import { joinRows } from './rows.ts';
import { charAt, textOf } from './runs.ts';
import type { Screen } from './screen.ts';
import { eachRow, type Region, takeSnapshot } from './snapshot.ts';
import { cellWidth, cellWords, words } from './xterm.ts';

export interface TextRead {
  readonly redaction: Redaction;
  readonly region?: Region | undefined;
  /** Without blanks at the right, without blank rows at the end. */
  readonly trim: boolean;
}

export function readText(screen: Screen, { redaction, region, trim }: TextRead): string {
  if (trim && !region) return takeSnapshot(screen, { redaction, cells: 'none' }).plain_text;
  if (trim) return joinRows(eachRow(screen, redaction, region, textOf));
  return eachRow(screen, redaction, region, (line, mask, from, to) => {
    let text = '';
    for (let col = from; col < Math.min(to, line.length); col++)
      if (mask?.[col] !== undefined || cellWidth(line, col) > 0)
        text += charAt(line, col, words(line)[col * cellWords]!, mask);
    return text;
  }).join('\n');
}
