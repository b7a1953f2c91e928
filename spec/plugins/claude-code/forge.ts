/** Captures with a replaced answer: any text that a model may print, displayed like other text of the model. */
import { escapeSymbol, type PictureFile, parsePicture } from '#adapters/pictureFile.ts';
import { stripStyles } from '#terminal/ansi.ts';
import { textWidth } from '#terminal/unicodeWidth.ts';

/** The first row of the model's text follows a bullet. All further rows are indented by two columns. */
const indented = '  ';

const isBullet = (row: string) => /^[●⏺] /.test(stripStyles(row));

/** Returns the picture with the text below the first row of the last answer. Rows scroll off at the top. */
export function forged(file: string, text: string, words: readonly string[]): string {
  const picture = parsePicture(file, text);
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

/** In the alternate screen, the composer stays at the bottom. Otherwise it follows the text. */
function fitted(
  { rows: before, size, cursor, alternate_screen }: PictureFile,
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

const blank = (row: string | undefined) => row !== undefined && stripStyles(row).trim() === '';

function written(
  { state, size, cursor, title, alternate_screen, form }: PictureFile,
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
    ...rows.map((row) => row.replaceAll('\x1b', escapeSymbol)),
    '',
  ].join('\n');
}
