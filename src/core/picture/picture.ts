/** A picture: one screen as text, under a header in TOML that says which state it is. */
import { z } from '../../platform/schema.ts';
import { readToml, TomlProblem } from '../../platform/toml.ts';
import { lineOfField } from '../../platform/tomlLines.ts';
import { limits } from '../limits.ts';
import { StateField, told } from './expected.ts';
import { firstIssue, PictureProblem } from './problem.ts';

const Header = z.strictObject({
  state: StateField,
  size: z
    .strictObject({
      rows: z.int().min(limits.minRows).max(limits.maxRows),
      cols: z.int().min(limits.minCols).max(limits.maxCols),
    })
    .default({ rows: 24, cols: 80 }),
  cursor: z
    .strictObject({ row: z.int().min(0), col: z.int().min(0), visible: z.boolean().default(true) })
    .optional(),
  title: z
    .string()
    .regex(/^\P{Cc}*$/u, 'no control characters')
    .optional(),
  alternate_screen: z.boolean().default(false),
  before: z.string().default(''),
  form: z.enum(['text', 'ansi']).default('text'),
  ...told,
  stable_ms: told.stable_ms.default(1000),
});

export interface Picture extends z.output<typeof Header> {
  readonly file: string;
  readonly rows: readonly string[];
  /** The line of the file that holds the first row. */
  readonly firstLine: number;
}

/** Stands for the escape character, so that a picture can be read in an editor. */
export const escapeSign = '\u241b';
const line = '---';

/** Raises PictureProblem. */
export function readPicture(file: string, text: string): Picture {
  const lines = text.split(/\r?\n/);
  const end = lines.indexOf(line);
  if (end < 0) throw new PictureProblem(file, 1, `no line ${line} between a header and the rows`);
  const header = readHeader(file, lines.slice(0, end));
  const rows = lines.slice(end + 1);
  while (rows.at(-1) === '') rows.pop();
  const picture = { ...header, file, rows, firstLine: end + 2 };
  checkRows(picture);
  return header.form === 'ansi'
    ? { ...picture, rows: rows.map((row) => row.replaceAll(escapeSign, '\x1b')) }
    : picture;
}

function readHeader(file: string, lines: readonly string[]): z.output<typeof Header> {
  const text = lines.join('\n');
  const read = Header.safeParse(parsed(file, text));
  if (read.success) return read.data;
  const { path, reason } = firstIssue(read.error);
  throw new PictureProblem(file, lineOfField(text, path), reason);
}

function parsed(file: string, text: string): unknown {
  try {
    return readToml(text);
  } catch (problem) {
    if (!(problem instanceof TomlProblem)) throw problem;
    throw new PictureProblem(file, problem.line, problem.message);
  }
}

function checkRows({ file, rows, size, cursor, form, firstLine }: Picture): void {
  if (cursor && (cursor.row >= size.rows || cursor.col >= size.cols))
    throw new PictureProblem(file, 1, `cursor: outside of ${size.rows} rows and ${size.cols} columns`);
  if (rows.length > size.rows)
    throw new PictureProblem(
      file,
      firstLine + size.rows,
      `more than ${size.rows} rows: say how many in size`,
    );
  const control = rows.findIndex((row) => /\p{Cc}/u.test(form === 'ansi' ? row.replaceAll('\x1b', '') : row));
  if (control >= 0)
    throw new PictureProblem(
      file,
      firstLine + control,
      'a control character: colours need form = "ansi", and a tab has to be blanks',
    );
}

/** A row as it reads: only styles and links may stand in it. */
export const withoutStyles = (row: string): string =>
  row.replace(/\x1b\[[\d;:]*m|\x1b\]8;[^\x1b\x07]*(?:\x1b\\|\x07)/g, '');
