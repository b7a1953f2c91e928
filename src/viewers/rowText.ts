/** Renders rows of runs as text for a viewer's terminal, with correct columns for wide and joined characters. */
import { replaceControls, withStyle } from '#terminal/ansi.ts';
import type { CellRun } from '#terminal/cells.ts';
import { charProperties, isJoined, isSingleCluster, propertyWidth } from '#terminal/unicodeWidth.ts';

interface RunCell {
  readonly text: string;
  readonly col: number;
  readonly width: number;
}

const printableAscii = /^[\x20-\x7e]*$/;

/** Printable ASCII has one column per character on every terminal. */
export const isAsciiRun = ({ text, width }: CellRun): boolean =>
  text.length === width && printableAscii.test(text);

export function splitRun({ text, col, width }: CellRun): RunCell[] {
  const cells: { text: string; width: number }[] = [];
  let preceding = 0;
  for (const char of text) {
    const properties = charProperties(char.codePointAt(0)!, preceding);
    const last = cells.at(-1);
    if (isJoined(properties) && last) last.text += char;
    else cells.push({ text: char, width: propertyWidth(properties) || 1 });
    preceding = properties;
  }
  const columns = cells.reduce((sum, cell) => sum + cell.width, 0);
  if (columns !== width && width <= 2 && (columns < width || isSingleCluster(text)))
    return [{ text, col, width }];
  return placeCells(cells, col, width);
}

/** Half of an overwritten wide character becomes a blank, because no terminal can show it. */
function placeCells(
  cells: readonly { text: string; width: number }[],
  col: number,
  width: number,
): RunCell[] {
  let surplus = cells.reduce((sum, cell) => sum + cell.width, 0) - width;
  let at = col;
  return cells.map((cell) => {
    const half = surplus > 0 && cell.width === 2;
    if (half) surplus -= 1;
    const visible = { text: half ? ' ' : cell.text, col: at, width: half ? 1 : cell.width };
    at += visible.width;
    return visible;
  });
}

/** A row as terminal output from its first column. Cached per row. */
interface RenderedRow {
  readonly text: string;
  /** The column after the last written one. */
  readonly end: number;
}

const cache = new WeakMap<readonly CellRun[], RenderedRow>();

export function renderRow(row: readonly CellRun[]): RenderedRow {
  const kept = cache.get(row);
  if (kept) return kept;
  const made = renderRuns(row);
  cache.set(row, made);
  return made;
}

function renderRuns(row: readonly CellRun[]): RenderedRow {
  let text = '';
  let at = 0;
  for (const run of row) {
    text += ' '.repeat(Math.max(0, run.col - at)) + renderRun(run);
    at = run.col + run.width;
  }
  return { text, end: at };
}

const renderRun = (run: CellRun): string =>
  withStyle(run, isAsciiRun(run) ? run.text : renderPlacedCells(splitRun(run)));

/** Sets the column after a character whose width may differ between terminals. */
const renderPlacedCells = (cells: readonly RunCell[]) =>
  cells
    .map(({ text, col, width }) =>
      agreedWidth.test(text) ? text : `${replaceControls(text)}\x1b[${col + width + 1}G`,
    )
    .join('');

/**
 * Single code points whose width all terminals agree on: Latin, Greek, Cyrillic, box drawing, kana, ideographs and
 * hangul.
 */
const agreedWidth =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u058f\u2500-\u259f\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]$/;
