/** Finds and masks secrets on a screen, also secrets that are only partly printed. */
import { limits } from '#limits.ts';
import {
  mergeRowSpans,
  type Redaction,
  type RowSpan,
  type ScreenRowText,
  type TextSpan,
} from '#redaction/redaction.ts';
import { columnsByOffset, joinRows, offsetOfColumn } from './rows.ts';
import type { Screen } from './screen.ts';
import { textWidth } from './unicodeWidth.ts';
import type { BufferLine } from './xterm.ts';

/** A secret, or the part of a secret on one row, in UTF-16 units of the row's text. */
interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** The secret began on a visible row above, which has the replacement. */
  readonly continued: boolean;
}

/**
 * The replacement text of each column; undefined keeps the cell. An empty string is the second column of a wide
 * character.
 */
export type CellMask = readonly (string | undefined)[];

/** Masks cells: the replacement as far as it fits in the cells of the secret, then blanks. */
export const maskCells = (line: BufferLine, secrets: readonly SecretSpan[], replacement: string): CellMask =>
  maskColumns(columnsByOffset(line), secrets, replacement);

export function maskColumns(
  columns: readonly number[],
  secrets: readonly SecretSpan[],
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
  secrets: readonly SecretSpan[],
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
export function findSecrets(
  window: RowWindow,
  redaction: Redaction,
): readonly (readonly SecretSpan[])[] | null {
  const { first, count } = window;
  const above = contextRows(window, -1).reverse();
  const inside = Array.from({ length: count }, (_, at) => window.row(first + at));
  const rows = [...above, ...inside, ...contextRows(window, 1)];
  const spans = redaction.rows(rows).slice(above.length, above.length + count);
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
function startAtFirstVisible(rows: readonly (readonly RowSpan[])[]): readonly (readonly SecretSpan[])[] {
  let begun = false;
  return rows.map((row) =>
    row.map(({ start, end, continued }) => {
      const secret = { start, end, continued: continued && begun };
      begun = true;
      return secret;
    }),
  );
}

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
  const hidden = (all: readonly ScreenRowText[]) => tailSpans(rows, all.length - 1 - below, open);
  return { ...redaction, rows: (all) => addSpans(all, redaction.rows(all), hidden(all)) };
}

const addSpans = (
  all: readonly ScreenRowText[],
  spans: readonly (readonly RowSpan[])[],
  added: ReadonlyMap<number, RowSpan>,
) =>
  spans.map((row, at) => {
    const more = added.get(at);
    return more ? mergeRowSpans([...row, more], all[at]!.wrapped) : row;
  });

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

/** A redacted screen. Cached per content version, cursor position and redaction. */
export interface RedactedScreen {
  readonly secrets: readonly (readonly SecretSpan[])[] | null;
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
  secrets: readonly SecretSpan[],
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
