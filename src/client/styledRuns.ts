/** Converts the cells of a snapshot to a complete list of runs with text and style, for programs that render it. */
import type { CompactRun, Snapshot, Style } from './api.ts';

export interface StyledRun {
  readonly col: number;
  /** Width in columns. It can differ from the length of the text: a wide character takes two columns. */
  readonly width: number;
  readonly text: string;
  readonly style: Style;
}

/**
 * Returns the runs of each row of a snapshot that was read with `cells: 'runs'`. For a region, pass its first column.
 * Only trailing blanks in the default style are in no run.
 */
export function runsOf({ plain_text, cells, styles = [{}] }: Snapshot, firstCol = 0): StyledRun[][] {
  const texts = plain_text.split('\n');
  return (cells as CompactRun[][]).map((row, at) => toRuns(row, texts[at] ?? '', styles, firstCol));
}

function toRuns(row: readonly CompactRun[], line: string, styles: readonly Style[], firstCol: number) {
  const runs: StyledRun[] = [];
  const isTextOmitted = row.every(([, , , text]) => text === undefined);
  const add = (col: number, width: number, style: Style, text?: string) =>
    runs.push({
      col,
      width,
      style,
      text: text ?? line.slice(col - firstCol, col - firstCol + width).padEnd(width),
    });
  let at = firstCol;
  for (const [col, width, style, text] of row) {
    if (isTextOmitted && col > at) add(at, col - at, styles[0]!);
    add(col, width, styles[style]!, text);
    at = col + width;
  }
  const end = firstCol + line.length;
  if (isTextOmitted && end > at) add(at, end - at, styles[0]!);
  return runs;
}
