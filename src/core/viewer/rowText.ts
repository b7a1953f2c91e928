/** A row as what a terminal is told, from its first column on. Worked out once for each row. */
import { styleOf } from '../render/ansi.ts';
import type { Run } from '../screen/cells.ts';
import { cellsOf, isPlain, type ShownCell } from './cells.ts';

export interface RowText {
  readonly text: string;
  /** The column after the last one that it writes. */
  readonly end: number;
}

const known = new WeakMap<readonly Run[], RowText>();

export function rowText(row: readonly Run[]): RowText {
  const kept = known.get(row);
  if (kept) return kept;
  const made = write(row);
  known.set(row, made);
  return made;
}

function write(row: readonly Run[]): RowText {
  let text = '';
  let at = 0;
  for (const run of row) {
    text += ' '.repeat(Math.max(0, run.col - at)) + styled(run);
    at = run.col + run.width;
  }
  return { text, end: at };
}

function styled(run: Run): string {
  const style = styleOf(run);
  const shown = isPlain(run) ? run.text : placed(cellsOf(run));
  const text = style === '' ? shown : `\x1b[${style}m${shown}\x1b[0m`;
  return run.link === undefined ? text : `\x1b]8;;${visible(run.link)}\x1b\\${text}\x1b]8;;\x1b\\`;
}

/** Behind a character that a terminal may take for wider or narrower than we do, it is told where to go on. */
const placed = (cells: readonly ShownCell[]) =>
  cells
    .map(({ text, col, width }) => (agreed.test(text) ? text : `${visible(text)}\x1b[${col + width + 1}G`))
    .join('');

/** Latin, Greek, Cyrillic, box drawing, kana, ideographs and hangul: of one code point, as wide everywhere. */
const agreed =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u058f\u2500-\u259f\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]$/;

const controls = /[\x00-\x1f\x7f-\x9f]/g;

/** What stands for a secret, or in a link, is a caller's text: it may not steer the terminal of a person. */
export const visible = (text: string): string => text.replace(controls, ' ');
