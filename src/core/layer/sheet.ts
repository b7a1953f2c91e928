/** The text of a layer as rows of cells, as wide and as long as it is: where it is cut, whoever draws it decides. */
import { limits } from '../limits.ts';
import type { Cell } from '../screen/cells.ts';
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
    const putPiece = putting(one);
    at = cutText(one.text, at, 0, (row, col, piece) => {
      putPiece(rowIn(rows, row), col, piece);
      const origin = { span, start: piece.start, end: piece.end };
      const known = rowIn(origins, row);
      known[col] = origin;
      if (piece.width === 2) known[col + 1] = origin;
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

/** Puts pieces of one look into rows. Equal cells are the same: a long text has few different ones. */
export function putting(look: TextLook): (cells: CellRow, col: number, piece: Piece) => void {
  const known = new Map<string, Cell>();
  const second = cellOf('', 0, look);
  return (cells, col, { char, width }) => {
    const cell = known.get(char) ?? cellOf(char, width === 2 ? 2 : 1, look);
    known.set(char, cell);
    cells[col] = cell;
    if (width === 2) cells[col + 1] = second;
  };
}

const tab = 0x09;
const lineFeed = 0x0a;
const tabStop = 8;

const isControl = (codePoint: number) => codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0);
/** Half of a character is none. */
const wholeOf = (char: string) =>
  char.length === 1 && (char.charCodeAt(0) & 0xf800) === 0xd800 ? '\ufffd' : char;

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
    const start = at;
    const char = wholeOf(one);
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
