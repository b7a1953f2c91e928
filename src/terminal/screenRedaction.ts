/**
 * Finds and masks secrets on a screen: in its rows and in the rows above, in panes and boxes, and secrets that are only
 * partly printed. A pane is the area between vertical lines, or between a line and the edge. Each character counts as
 * one column, so a row with wide characters before a line is not part of the pane.
 *
 * Long because rows are read in several ways, and all findings are masked together.
 */
import { limits } from '#limits.ts';
import { findKeyBlockTails, isKeyLineRest } from '#redaction/privateKeys.ts';
import {
  blankSpans,
  mergeSpans,
  type Redaction,
  type RowSpan,
  type SecretFinder,
  type TextSpan,
} from '#redaction/redaction.ts';
import { columnsByOffset, joinRows, offsetOfColumn, type ScreenRowText } from './rows.ts';
import type { Screen } from './screen.ts';
import { textWidth } from './unicodeWidth.ts';
import type { BufferLine } from './xterm.ts';

// Masks

/**
 * The replacement text of each column; undefined keeps the cell. An empty string is the second column of a wide
 * character.
 */
export type CellMask = readonly (string | undefined)[];

/** Masks cells: the replacement as far as it fits in the cells of the secret, then blanks. */
export const maskCells = (line: BufferLine, secrets: readonly RowSpan[], replacement: string): CellMask =>
  maskColumns(columnsByOffset(line), secrets, replacement);

export function maskColumns(
  columns: readonly number[],
  secrets: readonly RowSpan[],
  replacement: string,
): CellMask {
  const mask: (string | undefined)[] = [];
  for (const { start, end, continued } of secrets) {
    const [from, to] = columnSpan(columns, start, end);
    for (let col = from; col < to; col++) mask[col] = ' ';
    if (!continued) writeReplacement(replacement, from, to, mask);
  }
  return mask;
}

function writeReplacement(text: string, from: number, to: number, mask: (string | undefined)[]): void {
  let col = from;
  for (const char of text) {
    const width = textWidth(char) || 1;
    if (col + width > to) return;
    mask[col] = char;
    if (width === 2) mask[col + 1] = '';
    col += width;
  }
}

/**
 * Masks text: the replacement is written in full. Later columns keep their positions unless it is wider than the
 * secret.
 */
export function maskText(
  line: BufferLine,
  text: string,
  secrets: readonly RowSpan[],
  replacement: string,
): string {
  const columns = columnsByOffset(line);
  let masked = '';
  let done = 0;
  for (const { start, end, continued } of secrets) {
    const [from, to] = columnSpan(columns, start, end);
    const visible = continued ? '' : replacement;
    masked += text.slice(done, start) + visible + ' '.repeat(Math.max(0, to - from - textWidth(visible)));
    done = end;
  }
  return (masked + text.slice(done)).trimEnd();
}

function columnSpan(columns: readonly number[], start: number, end: number): readonly [number, number] {
  const last = columns.length - 1;
  let until = Math.min(end, last);
  // An end inside a character includes its whole cell.
  while (until < last && until > 0 && columns[until] === columns[until - 1]) until++;
  return [columns[Math.min(start, last)]!, columns[until]!];
}

// The visible rows, and as many around them as a secret could reach

/** Rows that may be read, of which some are visible. */
interface RowWindow {
  readonly first: number;
  readonly count: number;
  /** Number of rows before and after the visible ones. */
  readonly before: number;
  readonly after: number;
  row(index: number): ScreenRowText;
}

/**
 * Returns the secrets on the visible rows, by row. Also reads rows on both sides, as far as a secret could reach:
 * half a key at the top of the screen is still a secret. Returns null if there are no secrets.
 */
export function findSecrets(window: RowWindow, redaction: Redaction): readonly (readonly RowSpan[])[] | null {
  const { first, count } = window;
  const above = contextRows(window, -1).reverse();
  const inside = Array.from({ length: count }, (_, at) => window.row(first + at));
  const rows = [...above, ...inside, ...contextRows(window, 1)];
  const spans = findRowSpans(redaction, rows).slice(above.length, above.length + count);
  if (spans.every((row) => row.length === 0)) return null;
  return startAtFirstVisible(spans);
}

/**
 * Continues while a secret could: through rows that are joined, then through the body of a key, then for as many
 * lines as a key can have headers. On a narrow screen one line of a key is many rows.
 */
function contextRows({ first, count, before, after, row }: RowWindow, step: 1 | -1): ScreenRowText[] {
  const most = step < 0 ? before : after;
  const edge = step < 0 ? first : first + count - 1;
  const taken: ScreenRowText[] = [];
  if (most === 0) return taken;
  let near = row(edge);
  let line = near.text;
  let chars = 0;
  let plain = 0;
  let inKey = keyBodyPattern.test(line);
  while (taken.length < most && plain < maxHeaderLines && isWithinContext(taken.length, chars, inKey)) {
    const far = row(edge + step * (taken.length + 1));
    const [upper, lower] = step < 0 ? [far, near] : [near, far];
    const joined = lower.wrapped || upper.full;
    line = joined ? extendLine(line, far.text, step) : far.text;
    inKey = keyBodyPattern.test(line);
    plain = inKey ? 0 : plain + (joined ? 0 : 1);
    chars += far.text.length;
    taken.push(far);
    near = far;
  }
  return taken;
}

/** A key may be longer than any other secret. */
const isWithinContext = (rows: number, chars: number, inKey: boolean) =>
  inKey
    ? rows < limits.contextKeyRows && chars < limits.blockChars
    : rows < limits.contextRows && chars < limits.contextChars;

/** Keeps only the far end, which is enough to recognize the body of a key. */
const extendLine = (line: string, text: string, step: 1 | -1) =>
  step < 0 ? (text + line).slice(0, keyContextChars) : (line + text).slice(-keyContextChars);

const maxHeaderLines = 8;
const keyBodyPattern = /[A-Za-z0-9+/=]{32}/;
const keyContextChars = 256;

/** A secret from above the visible rows starts on the first visible one, because its replacement is not visible. */
function startAtFirstVisible(rows: readonly (readonly RowSpan[])[]): readonly (readonly RowSpan[])[] {
  let begun = false;
  return rows.map((row) =>
    row.map(({ start, end, continued }) => {
      const secret = { start, end, continued: continued && begun };
      begun = true;
      return secret;
    }),
  );
}

// Rows as texts

/** The secrets per row, including secrets that continue over several rows. */
export function findRowSpans(
  { composed, secrets, openSecrets = [] }: Redaction,
  rows: readonly ScreenRowText[],
): readonly (readonly RowSpan[])[] {
  const open = openSecrets.map((spansOf) => spansOf(rows.length));
  const found = composed ? findComposed(composed, rows) : secrets ? findInRows(secrets, rows) : [];
  return rows.map(({ wrapped }, at) =>
    mergeRowSpans([...(found[at] ?? []), ...open.flatMap((by) => by.get(at) ?? [])], wrapped),
  );
}

function findComposed(
  { first, second }: NonNullable<Redaction['composed']>,
  rows: readonly ScreenRowText[],
): RowSpan[][] {
  const hidden = findRowSpans(first, rows);
  const left = rows.map((row, at) => ({ ...row, text: blankSpans(row.text, hidden[at]!) }));
  const found = findRowSpans(second, left);
  return hidden.map((spans, at) => [...spans, ...found[at]!]);
}

/**
 * A secret may continue in the next row for three reasons: the emulator wrapped it, the program wrote to the last
 * column, or the program wrapped it inside an indent or a frame. Rows are read in each of these ways and all findings
 * are hidden.
 */
function findInRows(secrets: SecretFinder, all: readonly ScreenRowText[]): RowSpan[][] {
  const rows = withoutBlankEnd(all);
  const found = findSpansIn(secrets, rows);
  for (const pane of findPanes(rows))
    for (const [at, spans] of findSpansIn(secrets, pane.rows).entries())
      for (const { start, end, continued } of spans)
        found[pane.row + at]!.push({ start: start + pane.col, end: end + pane.col, continued });
  return found;
}

/** Most screens of a shell are blank below the cursor. One blank row is kept, because it ends the text above it. */
const withoutBlankEnd = (rows: readonly ScreenRowText[]) =>
  rows.slice(0, rows.findLastIndex(({ text }) => text !== '') + 2);

function findSpansIn(secrets: SecretFinder, rows: readonly ScreenRowText[]): RowSpan[][] {
  const found: RowSpan[][] = rows.map(() => []);
  for (const { text, pieces } of readAllModes(rows))
    addSpans(found, pieces, mergeSpans([...secrets.find(text), ...findKeyBlockTails(text)]));
  addCutSecrets(found, secrets, rows);
  addHeadlessSecrets(found, rows);
  return found;
}

/**
 * Hides the rest of a secret on a cut row: the program does not wrap, or the screen became smaller. Rules do not
 * match it, and no other row completes it.
 */
function addCutSecrets(found: RowSpan[][], secrets: SecretFinder, rows: readonly ScreenRowText[]): void {
  rows.forEach((row, index) => {
    if (rows[index + 1]?.wrapped || !reachesEdge(row)) return;
    const { text, pieces } = readLineUpTo(rows, index);
    addSpans(found, pieces, cutSecretsIn(secrets, text));
  });
}

/** What was found in rows that reach the edge, because a screen keeps most of its rows from one change to the next. */
const cutRows = new WeakMap<SecretFinder, Map<string, readonly TextSpan[]>>();

function cutSecretsIn(secrets: SecretFinder, text: string): readonly TextSpan[] {
  const known = cutRows.get(secrets) ?? new Map<string, readonly TextSpan[]>();
  let spans = known.get(text);
  if (spans) return spans;
  const open = [...new Set([text.length, lengthWithoutSign(text)])]
    .map((end) => ({ start: secrets.findUnfinished(text.slice(0, end)), end }))
    .filter(({ start, end }) => end - start >= limits.unfinishedSecretChars);
  spans = mergeSpans(open);
  if (known.size >= limits.cutRows) known.clear();
  cutRows.set(secrets, known.set(text, spans));
  return spans;
}

/** Hides continuations of rows that are gone, as in a pager: key lines, or a long rest with digits. */
function addHeadlessSecrets(found: RowSpan[][], rows: readonly ScreenRowText[]): void {
  const [top, next] = rows;
  const below = found[1]?.[0];
  if (below?.start === 0 && below.end === next!.text.length && isKeyLineRest(top!.text))
    found[0]!.push({ start: 0, end: top!.text.length, continued: false });
  const [rest = ''] = (rows[0]?.wrapped && longRemainder.exec(rows[0].text)) || [];
  if (/\d/.test(rest)) found[0]!.push({ start: 0, end: rest.length, continued: false });
}

const longRemainder = new RegExp(`^[\\w+/=.~-]{${limits.unfinishedSecretChars},}`);

/** Signs with which pagers and editors mark a cut row. */
const overflowSigns = '>»…$';

const lengthWithoutSign = (text: string) =>
  overflowSigns.includes(text.at(-1)!) ? text.length - 1 : text.length;

/** A row, with the rows that the emulator wrapped into it. */
function readLineUpTo(rows: readonly ScreenRowText[], last: number): RowsReading {
  let first = last;
  while (first > 0 && rows[first]!.wrapped) first -= 1;
  const pieces: RowPiece[] = [];
  let text = '';
  for (let row = first; row <= last; row++) {
    const { start, end } = row === last ? insideFrame(rows[row]!) : wholeRow(rows[row]!);
    pieces.push({ row, from: start, at: text.length, length: end - start });
    text += rows[row]!.text.slice(start, end);
  }
  return { text, pieces };
}

/** Part of a row, and its position in the joined text. */
interface RowPiece {
  readonly row: number;
  readonly from: number;
  readonly at: number;
  readonly length: number;
}

interface RowsReading {
  readonly text: string;
  readonly pieces: readonly RowPiece[];
}

interface ReadingMode {
  /** The separator between a row and the row above. */
  between(above: ScreenRowText, row: ScreenRowText): '' | ' ' | '\n';
  /** The part of a row that is read. */
  part(row: ScreenRowText): TextSpan;
}

const frameCharacters = '│┃║▏▎▍▌▐▕⎿';
const frameStart = new RegExp(`^[\\s${frameCharacters}]*`);
/** Width of a frame and the blanks between it and its text. */
const frameWidth = 3;

const wholeRow = ({ text }: ScreenRowText): TextSpan => ({ start: 0, end: text.length });

function insideFrame({ text }: ScreenRowText): TextSpan {
  const start = frameStart.exec(text)![0].length;
  let rest = text.trimEnd();
  if (frameCharacters.includes(rest.at(-1) ?? ' ')) rest = rest.slice(0, -1).trimEnd();
  return { start, end: Math.max(start, rest.length) };
}

/** The text reaches the last column, or the frame at the edge. */
function reachesEdge(row: ScreenRowText): boolean {
  if (!row.full && !frameCharacters.includes(row.text.at(-1)!)) return false;
  const { start, end } = insideFrame(row);
  const rest = row.text.length - end;
  return end > start && rest <= frameWidth && (row.full || rest > 0);
}

const separateRows: ReadingMode = { between: () => '\n', part: wholeRow };

const filledRows: ReadingMode = {
  // A row that wraps before its end has a blank at the end that its text omits.
  between: (above, { wrapped }) => (above.full ? '' : wrapped ? ' ' : '\n'),
  part: wholeRow,
};

const handWrappedRows: ReadingMode = {
  between: (above, { wrapped }) => (reachesEdge(above) ? '' : wrapped ? ' ' : '\n'),
  part: insideFrame,
};

const joinsRows = (way: ReadingMode, rows: readonly ScreenRowText[]) =>
  rows.some((row, index) => index > 0 && way.between(rows[index - 1]!, row) !== '\n');

/** Drops readings that are equal, as without frames and indents. */
function readAllModes(rows: readonly ScreenRowText[]): RowsReading[] {
  const ways = [separateRows, filledRows, handWrappedRows].filter(
    (way) => way === separateRows || joinsRows(way, rows),
  );
  const all = ways.map((way) => readRows(rows, way));
  return all.filter(({ text }, at) => text !== all[at - 1]?.text);
}

function readRows(rows: readonly ScreenRowText[], way: ReadingMode): RowsReading {
  const pieces: RowPiece[] = [];
  let text = '';
  rows.forEach((row, index) => {
    if (index > 0) text += way.between(rows[index - 1]!, row);
    const { start, end } = way.part(row);
    pieces.push({ row: index, from: start, at: text.length, length: end - start });
    text += row.text.slice(start, end);
  });
  return { text, pieces };
}

/** Spans are sorted and do not overlap, so one pass over the pieces is enough. */
function addSpans(found: RowSpan[][], pieces: readonly RowPiece[], spans: readonly TextSpan[]): void {
  let first = 0;
  for (const { start, end } of spans) {
    while (first < pieces.length && pieceEnd(pieces[first]!) <= start) first += 1;
    let continued = false;
    for (let index = first; index < pieces.length && pieces[index]!.at < end; index += 1) {
      const { row, from, at, length } = pieces[index]!;
      if (length === 0) continue;
      found[row]!.push({
        start: from + Math.max(0, start - at),
        end: from + Math.min(length, end - at),
        continued,
      });
      continued = true;
    }
  }
}

const pieceEnd = ({ at, length }: RowPiece) => at + length;

/**
 * Merges the spans that several readings of a row found. Of overlapping spans, the first and longest decides
 * `continued`. Between equal ones, `continued` is preferred on a wrapped row, and a new secret on other rows.
 */
export function mergeRowSpans(spans: readonly RowSpan[], wrapped: boolean): RowSpan[] {
  if (spans.length < 2) return [...spans];
  const rank = ({ continued }: RowSpan) => (continued === wrapped ? 0 : 1);
  const merged: { start: number; end: number; continued: boolean }[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b))) {
    const last = merged.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

// Panes

interface Pane {
  /** First row of the pane. */
  readonly row: number;
  /** Column of the text in each row. */
  readonly col: number;
  /** The last column counts as full if only a margin follows the text. */
  readonly rows: readonly ScreenRowText[];
}

const paneBorder = /[│┃║|▏▕]/;
const paneBorders = new RegExp(paneBorder, 'g');
/** A bar in one row is text. In at least this many consecutive rows it is a line. */
const minBorderRows = 3;
const minPaneCols = 8;
const paneMargin = 2;

function findPanes(rows: readonly ScreenRowText[]): Pane[] {
  const bars = rows.map(({ text }) =>
    paneBorder.test(text) ? [...text.matchAll(paneBorders)].map(({ index }) => index) : noColumns,
  );
  if (bars.every((row) => row.length === 0)) return [];
  const heights = new Map<number, number>();
  const lines = bars.map((row, at) => row.filter((col) => isTallBorder(bars, at, col, heights)));
  if (lines.every((row) => row.length === 0)) return [];
  const panes = new Map<string, { row: number; col: number; rows: ScreenRowText[]; next: number }>();
  const all: Pane[] = [];
  rows.forEach((row, at) => {
    if (lines[at]!.length === 0) return;
    const edges = [-1, ...lines[at]!, Number.POSITIVE_INFINITY];
    for (const [index, left] of edges.slice(0, -1).entries()) {
      const right = edges[index + 1]!;
      if (right - left <= minPaneCols) continue;
      const key = `${left} ${right}`;
      let pane = panes.get(key);
      if (pane?.next !== at) {
        pane = { row: at, col: left + 1, rows: [], next: at };
        panes.set(key, pane);
        all.push(pane);
      }
      pane.rows.push(cutRow(row, left + 1, right));
      pane.next = at + 1;
    }
  });
  return all.filter((pane) => pane.rows.length > 1);
}

const noColumns: readonly number[] = [];

function isTallBorder(
  bars: readonly (readonly number[])[],
  row: number,
  col: number,
  heights: Map<number, number>,
): boolean {
  // Heights of lines, by row and column.
  const key = (at: number) => at * 4096 + col;
  const known = heights.get(key(row));
  if (known !== undefined) return known >= minBorderRows;
  let end = row;
  while (bars[end + 1]?.includes(col)) end += 1;
  for (let at = row; at <= end; at += 1) heights.set(key(at), end - row + 1);
  return end - row + 1 >= minBorderRows;
}

function cutRow(row: ScreenRowText, from: number, to: number): ScreenRowText {
  const text = row.text.slice(from, to).trimEnd();
  const width = to - from;
  const full = Number.isFinite(to) ? text.length > 0 && width - text.length <= paneMargin : row.full;
  return { text, wrapped: false, full };
}

// Open secrets

/**
 * Also hides an open secret: text before the cursor that may become a secret, because the rest may be printed at any
 * moment. Returns undefined if it has fewer than `least` characters.
 */
function hideOpenSecret(screen: Screen, redaction: Redaction, least: number): Redaction | undefined {
  if (!redaction.secrets) return undefined;
  const rows = rowsBeforeCursor(screen);
  const text = rows.join('');
  if (text.length < least) return undefined;
  const open = text.length - redaction.secrets.findUnfinished(text);
  if (open < least) return undefined;
  const below = screen.size.rows - 1 - screen.cursor.row;
  const spans = (count: number) => tailSpans(rows, count - 1 - below, open);
  return { ...redaction, openSecrets: [...(redaction.openSecrets ?? []), spans] };
}

/** The open secret that every read of the screen hides. Shorter text may be anything and stays visible. */
export const hideSettledOpenSecret = (screen: Screen, redaction: Redaction): Redaction | undefined =>
  hideOpenSecret(screen, redaction, limits.restedSecretChars);

/** The row of the cursor up to the cursor, and the rows above that continue into it. */
function rowsBeforeCursor(screen: Screen): string[] {
  const { row, col } = screen.cursor;
  const rows = [textBeforeCursor(screen, row, col)];
  for (let at = row; at > 0 && (screen.row(at).wrapped || screen.row(at - 1).full); at--)
    rows.unshift(screen.row(at - 1).text);
  const above = rows.length === 1 && row > 0 ? screen.row(row - 1).text : '';
  return keyEnd.test(above) ? [`${above}\n`, ...rows] : rows;
}

/** This may be the last line of a key, which the next line decides. */
const keyEnd = /^[\s\d│|>+-]{0,16}[A-Za-z0-9+/]{16,}={0,2}$/;

/** After the last column is written the cursor stays on it, so its character counts. */
function textBeforeCursor(screen: Screen, row: number, col: number): string {
  const { text } = screen.row(row);
  if (col === screen.size.cols - 1) return text;
  return text.slice(0, offsetOfColumn(screen.columns(row), col));
}

/** The spans of the last `tail` characters of a line, by row. `last` is the number of its last row. */
function tailSpans(line: readonly string[], last: number, tail: number): ReadonlyMap<number, RowSpan> {
  const spans = new Map<number, RowSpan>();
  let left = tail;
  for (let at = line.length - 1; at >= 0 && left > 0; at--) {
    const text = line[at]!;
    const end = text.endsWith('\n') ? text.length - 1 : text.length;
    const start = Math.max(0, text.length - left);
    left -= text.length - start;
    if (start < end) spans.set(last - (line.length - 1 - at), { start, end, continued: left > 0 });
  }
  return spans;
}

// Whole screens

/** A redacted screen. Cached per content version, cursor position and redaction. */
export interface RedactedScreen {
  readonly secrets: readonly (readonly RowSpan[])[] | null;
  readonly texts: readonly string[];
  readonly text: string;
}

const redactedScreens = new WeakMap<
  Screen,
  { readonly version: string; readonly by: WeakMap<Redaction, RedactedScreen> }
>();

export function redactScreen(screen: Screen, redaction: Redaction): RedactedScreen {
  const { row, col } = screen.cursor;
  const version = `${screen.contentVersion} ${row} ${col}`;
  let kept = redactedScreens.get(screen);
  if (kept?.version !== version) {
    kept = { version, by: new WeakMap() };
    redactedScreens.set(screen, kept);
  }
  let result = kept.by.get(redaction);
  if (!result) {
    result = computeRedactedScreen(screen, redaction);
    kept.by.set(redaction, result);
  }
  return result;
}

function computeRedactedScreen(screen: Screen, redaction: Redaction): RedactedScreen {
  const rows = screen.rows();
  const above = screen.alternateScreen ? 0 : screen.scrollback.length;
  const secrets = findSecrets(
    {
      first: above,
      count: rows.length,
      before: above,
      after: 0,
      row: (index) => (index < above ? screen.scrollback.row(index) : rows[index - above]!),
    },
    hideSettledOpenSecret(screen, redaction) ?? redaction,
  );
  if (secrets === null) return { secrets, texts: rows.map(({ text }) => text), text: screen.text() };
  const texts = rows.map(({ text }, row) =>
    secrets[row]!.length === 0
      ? text
      : maskText(screen.line(row), text, secrets[row]!, redaction.replacement),
  );
  return { secrets, texts, text: joinRows(texts) };
}

/** Returns a redacted slice of `screen.text()`. A secret that the slice touches is replaced whole. */
export function redactScreenSlice(screen: Screen, redaction: Redaction, start: number, end: number): string {
  const { secrets } = redactScreen(screen, redaction);
  if (secrets === null) return screen.text().slice(start, end);
  const parts: string[] = [];
  let offset = 0;
  let replacing = false;
  for (const [row, { text }] of screen.rows().entries()) {
    if (offset <= end && offset + text.length >= start) {
      const part = { start: Math.max(0, start - offset), end: Math.min(text.length, end - offset) };
      const slice = redactRowSlice(text, secrets[row]!, part, redaction.replacement, replacing);
      parts.push(slice.redacted);
      replacing = slice.replacing;
    }
    offset += text.length + 1;
  }
  return parts.join('\n');
}

/** `replacing`: the last secret so far has been replaced; its continuation needs no other replacement. */
function redactRowSlice(
  text: string,
  secrets: readonly RowSpan[],
  { start, end }: TextSpan,
  replacement: string,
  replacing: boolean,
): { readonly redacted: string; readonly replacing: boolean } {
  let redacted = '';
  let at = start;
  let replaced = replacing;
  for (const secret of secrets) {
    const touched = secret.end > at && secret.start < end;
    if (touched) {
      redacted += text.slice(at, Math.max(at, secret.start));
      if (!(secret.continued && replaced)) redacted += replacement;
      at = secret.end;
    }
    replaced = touched;
  }
  return { redacted: redacted + text.slice(at, Math.max(at, end)), replacing: replaced };
}

/**
 * Finds an open secret before the cursor of the main screen: the rest may be printed when that screen is active
 * again. Returns its spans by row of the history; empty if it has fewer than `least` characters.
 */
export function openSecretInHistory(
  { emulator, scrollback }: Screen,
  { secrets }: Redaction,
  least = limits.restedSecretChars,
): ReadonlyMap<number, RowSpan> {
  if (!secrets) return noSpans;
  const { y, x } = emulator.core.buffers.normal;
  const last = scrollback.length + y;
  const end = offsetOfColumn(columnsByOffset(scrollback.line(last)), x);
  const texts = [scrollback.row(last).text.slice(0, end)];
  for (let row = last; row > 0 && scrollback.row(row).wrapped; row--)
    texts.unshift(scrollback.row(row - 1).text);
  const line = texts.join('');
  const open = line.length - secrets.findUnfinished(line);
  return open < least ? noSpans : tailSpans(texts, last, open);
}

const noSpans: ReadonlyMap<number, RowSpan> = new Map();

/**
 * Also hides an open secret, for frames, which are sent while a secret is being printed. They show fewer characters
 * of it than other reads. Once the program rests, they hide the same as other reads. Returns undefined if there is no
 * open secret.
 */
export const hideUnfinished = (screen: Screen, redaction: Redaction): Redaction | undefined =>
  hideOpenSecret(screen, redaction, limits.unfinishedSecretChars);

/** For text that is stored, or sent without a request at that moment: it could hold half of a secret. */
export const alsoHideUnfinished = (screen: Screen, redaction: Redaction): Redaction =>
  hideUnfinished(screen, redaction) ?? redaction;
