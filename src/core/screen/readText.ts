/** The text of a screen or of a part of it, as it may be told. */
import type { Redaction } from '../redact/redaction.ts';
import type { Mask } from './mask.ts';
import { masked } from './masked.ts';
import { joinRows } from './rows.ts';
import { charAt, textOf } from './runs.ts';
import type { Screen } from './screen.ts';
import { eachRow, type Region, takeSnapshot } from './snapshot.ts';
import { cellWidth, cellWords, type Line, words } from './xterm.ts';

export interface TextRead {
  readonly redaction: Redaction;
  readonly region?: Region | undefined;
  /** Without blanks at the right, without blank rows at the end. */
  readonly trim: boolean;
}

export function readText(screen: Screen, { redaction, region, trim }: TextRead): string {
  if (trim && !region) return takeSnapshot(screen, { redaction, cells: 'none' }).plain_text;
  if (trim) return joinRows(eachRow(screen, redaction, region, textOf));
  if (region) return eachRow(screen, redaction, region, paddedCells).join('\n');
  const { texts, secrets } = masked(screen, redaction);
  return texts
    .map((text, row) =>
      secrets !== null && secrets[row]!.length > 0
        ? eachRow(screen, redaction, { row, rows: 1, col: 0, cols: screen.size.cols }, paddedCells)[0]!
        : text + ' '.repeat(screen.size.cols - columnsIn(screen, row, text)),
    )
    .join('\n');
}

/** Of plain letters one takes a column each. */
const columnsIn = (screen: Screen, row: number, text: string): number =>
  plain.test(text) ? text.length : screen.columns(row).at(-1)!;

const plain = /^[\x20-\x7e]*$/;

/** As wide as it is: of a wide character that an edge cuts, a blank is left. */
function paddedCells(line: Line, mask: Mask | undefined, from: number, to: number): string {
  let text = '';
  const end = Math.min(to, line.length);
  for (let col = from; col < end; col++) {
    const width = mask?.[col] === undefined ? cellWidth(line, col) : widthIn(mask, col);
    if (width === 0) text += col === from ? ' ' : '';
    else if (col + width > end) text += ' ';
    else text += charAt(line, col, words(line)[col * cellWords]!, mask);
  }
  return text;
}

const widthIn = (mask: Mask, col: number): number => (mask[col] === '' ? 0 : mask[col + 1] === '' ? 2 : 1);
