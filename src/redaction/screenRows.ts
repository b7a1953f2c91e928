/**
 * Finds secrets on the rows of a screen, also inside panes and boxes. A pane is the area between vertical lines, or
 * between a line and the edge. Each character counts as one column, so a row with wide characters before a line is not
 * part of the pane.
 */
import { limits } from '#limits.ts';
import { findKeyBlockTails, isKeyLineRest } from './privateKeys.ts';
import {
  mergeRowSpans,
  mergeSpans,
  type RowSpan,
  type ScreenRowText,
  type SecretFinder,
  type TextSpan,
} from './redaction.ts';

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

/**
 * Finds secrets on the rows of a screen. A secret may continue in the next row for three reasons: the emulator
 * wrapped it, the program wrote to the last column, or the program wrapped it inside an indent or a frame. Rows are
 * read in each of these ways and all findings are hidden.
 */
export function findRowSpans(secrets: SecretFinder, all: readonly ScreenRowText[]): RowSpan[][] {
  const rows = withoutBlankEnd(all);
  const found = findSpansIn(secrets, rows);
  for (const pane of findPanes(rows))
    for (const [at, spans] of findSpansIn(secrets, pane.rows).entries())
      for (const { start, end, continued } of spans)
        found[pane.row + at]!.push({ start: start + pane.col, end: end + pane.col, continued });
  return all.map(({ wrapped }, row) => mergeRowSpans(found[row] ?? [], wrapped));
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
