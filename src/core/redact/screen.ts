/**
 * Secrets on rows of a screen. A secret may go on in the next row because the emulator wrapped it, because a program
 * wrote up to the last column, or because a program wrapped it by hand inside an indent or a frame. Rows are read in
 * each of these ways, as none is right for every screen, and what any of them finds is hidden.
 */
import { limits } from '../limits.ts';
import { findTails } from './blocks.ts';
import type { RowSpan, RowText, Span } from './redaction.ts';
import type { Secrets } from './secrets.ts';
import { mergeRowSpans, mergeSpans } from './spans.ts';

export function rowSpans(secrets: Secrets, rows: readonly RowText[]): RowSpan[][] {
  const found: RowSpan[][] = rows.map(() => []);
  for (const { text, pieces } of readings(rows))
    mark(found, pieces, mergeSpans([...secrets.find(text), ...findTails(text)]));
  markCut(found, secrets, rows);
  markHeadless(found, rows);
  return found.map((spans, row) => mergeRowSpans(spans, rows[row]!.wrapped));
}

/**
 * What is left of a secret where a row was cut: by a program that does not wrap, or by a size that became smaller. No
 * rule knows it, and nothing on the screen finishes it.
 */
function markCut(found: RowSpan[][], secrets: Secrets, rows: readonly RowText[]): void {
  rows.forEach((row, index) => {
    if (rows[index + 1]?.wrapped || !reachesEdge(row)) return;
    const { text, pieces } = lineUpTo(rows, index);
    const spans = [text.length, withoutSign(text)]
      .map((end) => ({ start: secrets.open(text.slice(0, end)), end }))
      .filter(({ start, end }) => end - start >= limits.unfinishedSecretChars);
    mark(found, pieces, mergeSpans(spans));
  });
}

/**
 * What goes on from rows that nobody has any more, as in a pager: lines of a key whose beginning is gone, or the rest of
 * something long that has digits in it.
 */
function markHeadless(found: RowSpan[][], rows: readonly RowText[]): void {
  const lines = rows.findIndex(({ text }) => !keyLine.test(text));
  const key = rows.slice(0, lines < 0 ? rows.length : lines);
  if (key.length >= keyLines)
    key.forEach(({ text }, row) => {
      found[row]!.push({ start: 0, end: text.length, continued: row > 0 });
    });
  const [rest = ''] = (rows[0]?.wrapped && longRest.exec(rows[0].text)) || [];
  if (/\d/.test(rest)) found[0]!.push({ start: 0, end: rest.length, continued: false });
}

/** As wide as keys are written. */
const keyLine = /^\s*[A-Za-z0-9+/]{64}\s*$/;
const keyLines = 3;
const longRest = new RegExp(`^[\\w+/=.~-]{${limits.unfinishedSecretChars},}`);

/** What tells that a row goes on beyond the edge, as pagers and editors draw it. */
const cutSigns = '>»…$';

const withoutSign = (text: string) => (cutSigns.includes(text.at(-1)!) ? text.length - 1 : text.length);

/** A row and those that the emulator wrapped into it. */
function lineUpTo(rows: readonly RowText[], last: number): Reading {
  let first = last;
  while (first > 0 && rows[first]!.wrapped) first -= 1;
  const pieces: Piece[] = [];
  let text = '';
  for (let row = first; row <= last; row++) {
    const { start, end } = row === last ? inside(rows[row]!) : whole(rows[row]!);
    pieces.push({ row, from: start, at: text.length, length: end - start });
    text += rows[row]!.text.slice(start, end);
  }
  return { text, pieces };
}

/** A stretch of one row, and where it stands in a text made of many. */
interface Piece {
  readonly row: number;
  readonly from: number;
  readonly at: number;
  readonly length: number;
}

interface Reading {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

interface Way {
  /** What stands between a row and the one above it. */
  between(above: RowText, row: RowText): '' | ' ' | '\n';
  /** The part of a row that is read. */
  part(row: RowText): Span;
}

const frame = '│┃║▏▎▍▌▐▕⎿';
const opening = new RegExp(`^[\\s${frame}]*`);
/** Blanks that a frame keeps from its text, and the frame. */
const frameWidth = 3;

const whole = ({ text }: RowText): Span => ({ start: 0, end: text.length });

function inside({ text }: RowText): Span {
  const start = opening.exec(text)![0].length;
  let rest = text.trimEnd();
  if (frame.includes(rest.at(-1) ?? ' ')) rest = rest.slice(0, -1).trimEnd();
  return { start, end: Math.max(start, rest.length) };
}

/** The text goes up to the last column, or up to the frame that stands there. */
function reachesEdge(row: RowText): boolean {
  if (!row.full && !frame.includes(row.text.at(-1)!)) return false;
  const { start, end } = inside(row);
  const rest = row.text.length - end;
  return end > start && rest <= frameWidth && (row.full || rest > 0);
}

const apart: Way = { between: () => '\n', part: whole };

const direct: Way = {
  // Where a row was wrapped though it is not full, it ends in a blank that is not told.
  between: (above, { wrapped }) => (above.full ? '' : wrapped ? ' ' : '\n'),
  part: whole,
};

const byHand: Way = {
  between: (above, { wrapped }) => (reachesEdge(above) ? '' : wrapped ? ' ' : '\n'),
  part: inside,
};

const joins = (way: Way, rows: readonly RowText[]) =>
  rows.some((row, index) => index > 0 && way.between(rows[index - 1]!, row) !== '\n');

/** Without frames or indents the last two ways read the same, and looking at it once is enough. */
function readings(rows: readonly RowText[]): Reading[] {
  const ways = [apart, direct, byHand].filter((way) => way === apart || joins(way, rows));
  const all = ways.map((way) => read(rows, way));
  return all.filter(({ text }, at) => text !== all[at - 1]?.text);
}

function read(rows: readonly RowText[], way: Way): Reading {
  const pieces: Piece[] = [];
  let text = '';
  rows.forEach((row, index) => {
    if (index > 0) text += way.between(rows[index - 1]!, row);
    const { start, end } = way.part(row);
    pieces.push({ row: index, from: start, at: text.length, length: end - start });
    text += row.text.slice(start, end);
  });
  return { text, pieces };
}

/** Spans are sorted and apart, so that one pass over the pieces is enough for all of them. */
function mark(found: RowSpan[][], pieces: readonly Piece[], spans: readonly Span[]): void {
  let first = 0;
  for (const { start, end } of spans) {
    while (first < pieces.length && endOf(pieces[first]!) <= start) first += 1;
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

const endOf = ({ at, length }: Piece) => at + length;
