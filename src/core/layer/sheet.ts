/** The text of a layer as rows of cells, as wide and as long as it is: where it is cut, whoever draws it decides. */
import { limits } from '../limits.ts';
import { charProperties, isJoined, widthIn } from '../screen/widths.ts';
import type { CellRow } from './cellRow.ts';
import { cellOf, type Span, type TextLook } from './span.ts';

/** The units of a span that stand in a cell. */
export interface Origin {
  readonly span: number;
  readonly start: number;
  readonly end: number;
}

export interface Sheet {
  readonly rows: readonly CellRow[];
  readonly origins: readonly (readonly (Origin | undefined)[])[];
}

interface Place {
  readonly row: number;
  readonly col: number;
}

/** Takes what stands in one cell, or in the two of a wide character. */
type Put = (row: number, col: number, piece: Piece) => void;

interface Piece {
  char: string;
  readonly width: number;
  readonly start: number;
  end: number;
}

export function sheetOf(spans: readonly Span[]): Sheet {
  const rows: CellRow[] = [];
  const origins: (Origin | undefined)[][] = [];
  let at = { row: 0, col: 0 };
  spans.forEach((one, span) => {
    at = cutText(one.text, at, 0, (row, col, piece) => {
      putPiece(rowIn(rows, row), col, piece, one);
      const { start, end } = piece;
      const known = rowIn(origins, row);
      for (let more = 0; more < piece.width; more++) known[col + more] = { span, start, end };
    });
    rowIn(rows, at.row);
    rowIn(origins, at.row);
  });
  return { rows, origins };
}

function rowIn<T>(rows: T[][], row: number): T[] {
  while (rows.length <= row) rows.push([]);
  return rows[row]!;
}

export function putPiece(cells: CellRow, col: number, { char, width }: Piece, look: TextLook): void {
  cells[col] = cellOf(char, width === 2 ? 2 : 1, look);
  if (width === 2) cells[col + 1] = cellOf('', 0, look);
}

const tab = 0x09;
const lineFeed = 0x0a;
const tabStop = 8;

const isControl = (codePoint: number) => codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0);
/** Half of a character is none. */
const wholeOf = (char: string) => (/[\ud800-\udfff]/u.test(char) ? '\ufffd' : char);

/** Cuts text into what stands in cells, as the emulator would; tells where it ends. Rows after the first begin at `left`. */
export function cutText(text: string, from: Place, left: number, put: Put): Place {
  let { row, col } = from;
  let preceding = 0;
  let open: Piece | undefined;
  let at = 0;
  const close = () => {
    if (open) put(row, col - open.width, open);
    open = undefined;
  };
  const control = (codePoint: number, start: number) => {
    close();
    preceding = 0;
    if (codePoint === lineFeed) [row, col] = [row + 1, left];
    if (codePoint !== tab) return;
    const stop = (Math.floor(col / tabStop) + 1) * tabStop;
    for (; col < stop; col++) put(row, col, { char: ' ', width: 1, start, end: at });
  };
  for (const one of text) {
    const [start, char] = [at, wholeOf(one)];
    const codePoint = char.codePointAt(0)!;
    at += one.length;
    if (isControl(codePoint)) {
      control(codePoint, start);
      continue;
    }
    const properties = charProperties(codePoint, preceding);
    preceding = properties;
    if (isJoined(properties)) {
      join(open, char, at);
      continue;
    }
    close();
    open = { char, width: widthIn(properties), start, end: at };
    col += open.width;
  }
  close();
  return { row, col };
}

/** What joins nothing is left out, and so is what one cell cannot hold. */
function join(open: Piece | undefined, char: string, end: number): void {
  if (!open) return;
  open.end = end;
  if (open.char.length < limits.cellCodePoints || [...open.char].length < limits.cellCodePoints)
    open.char += char;
}
