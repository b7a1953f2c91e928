/** Captures with another answer in them: whatever a model may print, drawn the way in which its words are drawn. */

import { escapeSign, type Picture, readPicture, withoutStyles } from '../../../src/core/picture/picture.ts';
import { textWidth } from '../../../src/core/screen/widths.ts';

/** Words of the model begin behind its bullet, and all further rows of them two columns from the edge. */
const indented = '  ';

const isBullet = (row: string) => /^[●⏺] /.test(withoutStyles(row));

/** The picture with the words below the first row of the last answer. Rows leave at the top as they would. */
export function forged(file: string, text: string, words: readonly string[]): string {
  const picture = readPicture(file, text);
  const at = picture.rows.findLastIndex(isBullet) + 1;
  if (at === 0) throw new Error(`${file} shows no answer`);
  const { cols } = picture.size;
  const added = words.map((row) => within(indented + row, cols));
  const rows = fitted(
    picture,
    [...picture.rows.slice(0, at), ...added, ...picture.rows.slice(at)],
    at + added.length,
  );
  return written(picture, rows);
}

function within(row: string, cols: number): string {
  const chars = [...row];
  while (textWidth(chars.join('')) > cols) chars.pop();
  return chars.join('');
}

interface Fitted {
  readonly rows: readonly string[];
  readonly cursorRow: number;
}

/** A screen of its own keeps its composer at the bottom; in the other, it follows the text. */
function fitted(
  { rows: before, size, cursor, alternate_screen }: Picture,
  rows: readonly string[],
  from: number,
): Fitted {
  const list = [...rows];
  const row = (cursor?.row ?? 0) + rows.length - before.length;
  let cursorRow = row;
  const most = alternate_screen ? before.length : size.rows - 1;
  for (let at = from; alternate_screen && list.length > most && at < list.length - 1; )
    if (blank(list[at]) && blank(list[at + 1])) cursorRow -= list.splice(at, 1).length;
    else at++;
  const cut = Math.max(0, list.length - most);
  return { rows: list.slice(cut), cursorRow: cursorRow - cut };
}

const blank = (row: string | undefined) => row !== undefined && withoutStyles(row).trim() === '';

function written(
  { state, size, cursor, title, alternate_screen, form }: Picture,
  { rows, cursorRow }: Fitted,
): string {
  return [
    `state = ${JSON.stringify(state)}`,
    `size = { rows = ${size.rows}, cols = ${size.cols} }`,
    `cursor = { row = ${cursorRow}, col = ${cursor?.col ?? 0}, visible = false }`,
    ...(title === undefined ? [] : [`title = ${JSON.stringify(title)}`]),
    `alternate_screen = ${alternate_screen}`,
    `form = ${JSON.stringify(form)}`,
    '---',
    ...rows.map((row) => row.replaceAll('\x1b', escapeSign)),
    '',
  ].join('\n');
}
