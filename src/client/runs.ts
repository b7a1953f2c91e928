/** The runs of a snapshot, for those who draw it: each with its text and its style, none left out. */
import type { MethodName, Methods } from './protocol.ts';

type Shown = Extract<Methods[MethodName]['result'], { readonly plain_text: string; readonly cells: unknown }>;
type Style = NonNullable<Shown['styles']>[number];
type CompactRun = readonly [col: number, width: number, style: number, text?: string | undefined];

export interface StyledRun {
  readonly col: number;
  /** Columns that it takes, which its text need not: a wide character takes two. */
  readonly width: number;
  readonly text: string;
  readonly style: Style;
}

/**
 * By row, of a snapshot that was asked for with `cells: 'runs'`; of a region, with the column that it begins at.
 * Only blanks of the default style at a row's end are in no run.
 */
export function runsOf({ plain_text, cells, styles = [{}] }: Shown, firstCol = 0): StyledRun[][] {
  const texts = plain_text.split('\n');
  return (cells as CompactRun[][]).map((row, at) => fill(row, texts[at] ?? '', styles, firstCol));
}

function fill(row: readonly CompactRun[], line: string, styles: readonly Style[], firstCol: number) {
  const runs: StyledRun[] = [];
  const isTold = row.every(([, , , text]) => text === undefined);
  const add = (col: number, width: number, style: Style, text?: string) =>
    runs.push({
      col,
      width,
      style,
      text: text ?? line.slice(col - firstCol, col - firstCol + width).padEnd(width),
    });
  let at = firstCol;
  for (const [col, width, style, text] of row) {
    if (isTold && col > at) add(at, col - at, styles[0]!);
    add(col, width, styles[style]!, text);
    at = col + width;
  }
  const end = firstCol + line.length;
  if (isTold && end > at) add(at, end - at, styles[0]!);
  return runs;
}
