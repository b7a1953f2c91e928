/** Reads a screen and its scrollback with secrets redacted: snapshots, text and runs. */
import { limits } from '#limits.ts';
import type { Size } from '#platform/pty/size.ts';
import { z } from '#platform/schema.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { Cell, type CellRun, CompactRun, Style } from './cells.ts';
import type { Scrollback } from './history/scrollback.ts';
import {
  cellText,
  columnsText,
  compactRuns,
  joinRows,
  type ResolveLink,
  rowCells,
  rowRuns,
  type ScreenRowText,
  StyleTable,
} from './rows.ts';
import type { Screen } from './screen.ts';
import {
  type CellMask,
  findSecrets,
  maskCells,
  maskText,
  mergeRowSpans,
  openSecretInHistory,
  type RedactedScreen,
  redactScreen,
} from './screenRedaction.ts';
import { type BufferLine, cellWidth, lineWords, wordsPerCell } from './xterm.ts';

const RowIndex = z.int().min(0).max(limits.maxRows);
const ColumnIndex = z.int().min(0).max(limits.maxCols);

export const Region = z
  .strictObject({
    row: RowIndex.describe('First row, from 0.'),
    col: ColumnIndex.describe('First column, from 0.'),
    rows: RowIndex.min(1),
    cols: ColumnIndex.min(1),
  })
  .meta({
    id: 'Region',
    description: 'A part of the screen. What lies beyond the edges of the screen is ignored.',
  });

export type Region = z.infer<typeof Region>;

export const CellFormat = z
  .enum(['none', 'runs', 'full'])
  .describe(
    '`none`: only the text; `runs`: the text and runs of adjacent cells with the same style; `full`: the text and one object per cell.',
  );

export type CellFormat = z.infer<typeof CellFormat>;

export const TerminalSize = z
  .object({ rows: z.int(), cols: z.int(), pixel_width: z.int(), pixel_height: z.int() })
  .meta({ id: 'TerminalSize' });

export const toTerminalSize = ({
  rows,
  cols,
  pixelWidth,
  pixelHeight,
}: Size): z.input<typeof TerminalSize> => ({
  rows,
  cols,
  pixel_width: pixelWidth,
  pixel_height: pixelHeight,
});

export const Snapshot = z
  .object({
    size: TerminalSize,
    cursor: z
      .object({ row: z.int(), col: z.int(), visible: z.boolean() })
      .describe('From 0, relative to the whole screen.'),
    sequence: z.int().describe('Increases whenever anything in a snapshot changes or the bell rings.'),
    plain_text: z.string().describe('Rows without trailing blanks, and without blank rows at the end.'),
    cells: z
      .union([z.array(z.array(CompactRun)), z.array(z.array(Cell))])
      .describe('One array per row, in the format requested with `cells`; empty for `none`.'),
    styles: z
      .array(Style)
      .optional()
      .describe('For `runs`: the styles that the runs refer to by index. The first is the default style.'),
    alternate_screen: z.boolean(),
    application_cursor: z.boolean(),
    application_keypad: z.boolean(),
    title: z.string().nullable().describe('Null if the program has set no title.'),
  })
  .meta({
    id: 'Snapshot',
    description: 'An immutable copy of a screen. Text, cells and title are redacted.',
  });

export type Snapshot = z.infer<typeof Snapshot>;

interface SnapshotOptions {
  readonly redaction: Redaction;
  readonly cells: CellFormat;
  readonly region?: Region | undefined;
}

export function takeSnapshot(screen: Screen, { redaction, cells, region }: SnapshotOptions): Snapshot {
  const { applicationCursorKeys, applicationKeypad } = screen.emulator.core.coreService.decPrivateModes;
  return {
    size: toTerminalSize(screen.size),
    cursor: screen.cursor,
    sequence: screen.sequence,
    plain_text: region ? regionText(screen, redaction, region) : redactScreen(screen, redaction).text,
    ...snapshotCells(screen, redaction, cells, region),
    alternate_screen: screen.alternateScreen,
    application_cursor: applicationCursorKeys,
    application_keypad: applicationKeypad,
    title: screen.title === null ? null : redaction.text(screen.title),
  };
}

function snapshotCells(
  screen: Screen,
  redaction: Redaction,
  form: CellFormat,
  region?: Region,
): Pick<Snapshot, 'cells' | 'styles'> {
  if (form === 'none') return { cells: [] };
  const linkTo = createLinkResolver(screen, redaction);
  if (form === 'full')
    return { cells: mapRows(screen, redaction, region, (...row) => rowCells(...row, linkTo)) };
  const styles = new StyleTable(linkTo);
  const cells = mapRows(screen, redaction, region, (...row) => compactRuns(...row, styles));
  return { cells, styles: styles.all };
}

/** Reads cells, so that a replacement to the left of the region does not shift its columns. */
function regionText(screen: Screen, redaction: Redaction, region: Region): string {
  return joinRows(mapRows(screen, redaction, region, columnsText));
}

type RowReader<T> = (line: BufferLine, mask: CellMask | undefined, from: number, to: number) => T;

export function mapRows<T>(
  screen: Screen,
  redaction: Redaction,
  region: Region | undefined,
  read: RowReader<T>,
): T[] {
  const { rows, cols } = screen.size;
  const { row, col, ...of } = region ?? { row: 0, col: 0, rows, cols };
  const { secrets } = redactScreen(screen, redaction);
  const result: T[] = [];
  for (let at = row; at < Math.min(rows, row + of.rows); at++) {
    const line = screen.line(at);
    const found = secrets?.[at];
    const mask = found?.length ? maskCells(line, found, redaction.replacement) : undefined;
    result.push(read(line, mask, Math.min(col, cols), Math.min(cols, col + of.cols)));
  }
  return result;
}

export function createLinkResolver(screen: Screen, redaction: Redaction): ResolveLink {
  const redacted = new Map<number, string | undefined>();
  return (id) => {
    if (!redacted.has(id)) {
      const uri = screen.links.uri(id);
      redacted.set(id, uri === undefined ? undefined : redaction.text(uri));
    }
    return redacted.get(id);
  };
}

/** Options to read the redacted text of a screen or of a region. */
interface ScreenTextOptions {
  readonly redaction: Redaction;
  readonly region?: Region | undefined;
  /** Omits trailing blanks, and blank rows at the end. */
  readonly trim: boolean;
}

export function readScreenText(screen: Screen, { redaction, region, trim }: ScreenTextOptions): string {
  if (trim) return region ? regionText(screen, redaction, region) : redactScreen(screen, redaction).text;
  if (region) return mapRows(screen, redaction, region, paddedRowText).join('\n');
  const { texts, secrets } = redactScreen(screen, redaction);
  return texts
    .map((text, row) =>
      secrets !== null && secrets[row]!.length > 0
        ? mapRows(screen, redaction, { row, rows: 1, col: 0, cols: screen.size.cols }, paddedRowText)[0]!
        : text + ' '.repeat(screen.size.cols - textColumns(screen, row, text)),
    )
    .join('\n');
}

/** Printable ASCII takes one column per character. */
const textColumns = (screen: Screen, row: number, text: string): number =>
  printableAscii.test(text) ? text.length : screen.columns(row).at(-1)!;

const printableAscii = /^[\x20-\x7e]*$/;

/** Keeps the full width. A wide character that an edge cuts becomes a blank. */
function paddedRowText(line: BufferLine, mask: CellMask | undefined, from: number, to: number): string {
  let text = '';
  const end = Math.min(to, line.length);
  for (let col = from; col < end; col++) {
    const width = mask?.[col] === undefined ? cellWidth(line, col) : maskedWidth(mask, col);
    if (width === 0) text += col === from ? ' ' : '';
    else if (col + width > end) text += ' ';
    else text += cellText(line, col, lineWords(line)[col * wordsPerCell]!, mask);
  }
  return text;
}

const maskedWidth = (mask: CellMask, col: number): number =>
  mask[col] === '' ? 0 : mask[col + 1] === '' ? 2 : 1;

/** By redacted screen, of which there is one for each content version and redaction. */
const runsCache = new WeakMap<RedactedScreen, CellRun[][]>();
const jsonCache = new WeakMap<RedactedScreen, string>();

/** All rows as runs with text and style. Cached, so do not change them. */
export function screenRuns(screen: Screen, redaction: Redaction): CellRun[][] {
  const key = redactScreen(screen, redaction);
  const linkTo = createLinkResolver(screen, redaction);
  const runs =
    runsCache.get(key) ?? mapRows(screen, redaction, undefined, (...row) => rowRuns(...row, linkTo));
  runsCache.set(key, runs);
  return runs;
}

/** `screenRuns` in JSON, with one line per row, so that a reader can parse single rows. */
export function styledRowsJson(screen: Screen, redaction: Redaction): string {
  const key = redactScreen(screen, redaction);
  const json =
    jsonCache.get(key) ??
    `[${screenRuns(screen, redaction)
      .map((row) => JSON.stringify(row))
      .join(',\n')}]`;
  jsonCache.set(key, json);
  return json;
}

interface ScrollbackReadOptions {
  /** The first row: 0 is the oldest kept row, -1 the newest. */
  readonly start: number;
  readonly count: number;
  readonly redaction: Redaction;
}

/** Maximum number of rows in one reply. */
export const mostRows = ({ size }: Screen): number =>
  Math.min(limits.replyRows, Math.floor(limits.replyChars / size.cols));

/** Reads redacted rows of the scrollback, at most `mostRows`. */
export function readScrollback(screen: Screen, { start, count, redaction }: ScrollbackReadOptions) {
  const { scrollback } = screen;
  const total = scrollback.length;
  const first = Math.min(total, Math.max(0, start < 0 ? total + start : start));
  const rows = scrollback.rows(first, Math.min(count, mostRows(screen)));
  const secrets = findHistorySecrets(scrollback, redaction, first, rows);
  const lines = rows.map(({ text }, at) => {
    const found = secrets?.[at];
    return found?.length ? maskText(scrollback.line(first + at), text, found, redaction.replacement) : text;
  });
  return { lines, start: first, total };
}

function findHistorySecrets(
  scrollback: Scrollback,
  redaction: Redaction,
  first: number,
  rows: readonly ScreenRowText[],
) {
  const { length: count } = rows;
  if (count === 0) return null;
  const after = scrollback.length + scrollback.screenRowCount - first - count;
  const row = (index: number) => rows[index - first] ?? scrollback.row(index);
  return findSecrets({ first, count, before: first, after, row }, redaction);
}

/** Options of `readHistory`, which reads the scrollback and the main screen as redacted runs, oldest row first. */
interface HistoryReadOptions {
  /** The first row, from 0. */
  readonly start: number;
  readonly count: number;
  readonly redaction: Redaction;
  /** Minimum length of a partial secret before the cursor that is hidden. */
  readonly minOpenSecretChars?: number;
}

export function readHistory(
  screen: Screen,
  { start, count, redaction, minOpenSecretChars: least }: HistoryReadOptions,
) {
  const { scrollback } = screen;
  const total = scrollback.length + scrollback.screenRowCount;
  const first = Math.min(start, total);
  const texts = Array.from({ length: Math.min(count, total - first) }, (_, at) => scrollback.row(first + at));
  const secrets = findHistorySecrets(scrollback, redaction, first, texts);
  const open = openSecretInHistory(screen, redaction, least);
  const linkTo = createLinkResolver(screen, redaction);
  const rows = texts.map((_, at): CellRun[] => {
    const line = scrollback.line(first + at);
    const half = open.get(first + at);
    const whole = secrets?.[at] ?? [];
    const found = half ? mergeRowSpans([...whole, half], line.isWrapped) : whole;
    const mask = found.length > 0 ? maskCells(line, found, redaction.replacement) : undefined;
    return rowRuns(line, mask, 0, line.length, linkTo);
  });
  return { rows, start: first, total };
}
