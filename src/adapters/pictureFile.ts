/** Picture files: one screen as text under a TOML header that names the expected state. Reads and writes them. */

import { limits } from '#limits.ts';
import type { ProgramExit, ScreenContext } from '#matchers/sessionView.ts';
import { firstIssue, z } from '#platform/schema.ts';
import { findFieldLine, parseToml, TomlSyntaxError } from '#platform/toml.ts';
import { formatAnsi } from '#terminal/ansi.ts';
import { widthRules } from '#terminal/unicodeWidth.ts';

const shortText = z.string().max(limits.stateChars);
const quietMsField = z.int().min(0).max(limits.timeoutMs);

const ExitSchema = z
  .strictObject({ exit_code: z.int().nullable().default(null), signal: z.string().nullable().default(null) })
  .transform(({ exit_code, signal }): ProgramExit => ({ exitCode: exit_code, signal }));

/** Used in the header of a picture and in the markers of a recording. */
export const markerFields = {
  last_intent: shortText.optional(),
  stable_ms: quietMsField.optional(),
  completed_turn_stable_ms: quietMsField.optional(),
  exit: ExitSchema.optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  evidence: z.string().max(limits.evidenceChars).optional(),
};

export const StateField = shortText.min(1);

export interface ExpectedState {
  readonly state: string;
  /** Keys that the metadata must contain at least. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Text that the evidence must contain. */
  readonly evidence?: string | undefined;
}

interface SceneFacts {
  readonly last_intent?: string | undefined;
  readonly completed_turn_stable_ms?: number | undefined;
}

/** The facts that a plugin gets beside the screen. Absent facts are omitted. */
export const toPluginFacts = ({
  last_intent,
  completed_turn_stable_ms,
}: SceneFacts): Readonly<Record<string, unknown>> => ({
  ...(last_intent && { last_intent }),
  ...(completed_turn_stable_ms !== undefined && { completed_turn_stable_ms }),
});

/** Raised for a picture or recording that cannot be read. Names the file, the line and the reason. */
export class PictureError extends Error {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  constructor(file: string, line: number, reason: string) {
    super(`${file}:${line}: ${reason}`);
    this.file = file;
    this.line = line;
    this.reason = reason;
  }
}

const PictureHeader = z.strictObject({
  state: StateField,
  size: z
    .strictObject({
      rows: z.int().min(limits.minRows).max(limits.maxRows),
      cols: z.int().min(limits.minCols).max(limits.maxCols),
    })
    .default({ rows: 24, cols: 80 }),
  widths: z.enum(widthRules).default('codepoint'),
  cursor: z
    .strictObject({ row: z.int().min(0), col: z.int().min(0), visible: z.boolean().default(true) })
    .optional(),
  title: z
    .string()
    .regex(/^\P{Cc}*$/u, 'must not contain control characters')
    .optional(),
  alternate_screen: z.boolean().default(false),
  before: z.string().default(''),
  form: z.enum(['text', 'ansi']).default('text'),
  ...markerFields,
  stable_ms: markerFields.stable_ms.default(1000),
});

export interface PictureFile extends z.output<typeof PictureHeader> {
  readonly file: string;
  readonly rows: readonly string[];
  /** The line of the file that holds the first row, from 1. */
  readonly firstLine: number;
}

/** Replaces the escape character, so that a picture is readable in an editor. */
export const escapeSymbol = '\u241b';
const headerEnd = '---';

/** Raises PictureError. */
export function parsePicture(file: string, text: string): PictureFile {
  const lines = text.split(/\r?\n/);
  const end = lines.indexOf(headerEnd);
  if (end < 0) throw new PictureError(file, 1, `no line ${headerEnd} between the header and the rows`);
  const header = parseHeader(file, lines.slice(0, end));
  const rows = lines.slice(end + 1);
  while (rows.at(-1) === '') rows.pop();
  const picture = { ...header, file, rows, firstLine: end + 2 };
  requireValidRows(picture);
  return header.form === 'ansi'
    ? { ...picture, rows: rows.map((row) => row.replaceAll(escapeSymbol, '\x1b')) }
    : picture;
}

function parseHeader(file: string, lines: readonly string[]): z.output<typeof PictureHeader> {
  const text = lines.join('\n');
  const read = PictureHeader.safeParse(parseHeaderToml(file, text));
  if (read.success) return read.data;
  const { path, reason } = firstIssue(read.error);
  throw new PictureError(file, findFieldLine(text, path), reason);
}

function parseHeaderToml(file: string, text: string): unknown {
  try {
    return parseToml(text);
  } catch (problem) {
    if (!(problem instanceof TomlSyntaxError)) throw problem;
    throw new PictureError(file, problem.line, problem.message);
  }
}

function requireValidRows({ file, rows, size, cursor, form, firstLine }: PictureFile): void {
  if (cursor && (cursor.row >= size.rows || cursor.col >= size.cols))
    throw new PictureError(
      file,
      1,
      `cursor: outside the screen of ${size.rows} rows and ${size.cols} columns`,
    );
  if (rows.length > size.rows)
    throw new PictureError(
      file,
      firstLine + size.rows,
      `more than ${size.rows} rows; set the number of rows in size`,
    );
  const control = rows.findIndex((row) => /\p{Cc}/u.test(form === 'ansi' ? row.replaceAll('\x1b', '') : row));
  if (control >= 0)
    throw new PictureError(
      file,
      firstLine + control,
      'contains a control character; use form = "ansi" for colors, and spaces instead of tabs',
    );
}

interface PictureCaption {
  readonly state: string;
  /** Written as a comment in the first line of the file. */
  readonly comment: string;
}

export function formatPicture(context: ScreenContext, { state, comment }: PictureCaption): string {
  const { rows, cols } = context.size;
  const { row, col, visible } = context.cursor;
  const body = formatAnsi(JSON.parse(context.runs), context.widths).replaceAll('\x1b', escapeSymbol);
  const exit = context.exit && formatExitField(context.exit);
  const fields = {
    state: JSON.stringify(state),
    size: `{ rows = ${rows}, cols = ${cols} }`,
    widths: context.widths === 'codepoint' ? undefined : JSON.stringify(context.widths),
    cursor: `{ row = ${row}, col = ${col}${visible ? '' : ', visible = false'} }`,
    title: context.title === null ? undefined : JSON.stringify(context.title),
    alternate_screen: context.alternateScreen ? 'true' : undefined,
    stable_ms: String(context.stableMs),
    exit: exit ?? undefined,
    form: body.includes(escapeSymbol) ? '"ansi"' : undefined,
  };
  const header = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} = ${value}`],
  );
  return [`# ${comment.replace(/\s+/g, ' ')}`, ...header, '---', body, ''].join('\n');
}

const formatExitField = ({ exitCode, signal }: NonNullable<ScreenContext['exit']>) =>
  exitCode === null ? `{ signal = ${JSON.stringify(signal)} }` : `{ exit_code = ${exitCode} }`;
