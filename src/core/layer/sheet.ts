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
const isSurrogate = (codePoint: number) => codePoint >= 0xd800 && codePoint < 0xe000;

/** Cuts text into what stands in cells, as the emulator would; tells where it ends. Rows after the first begin at `left`. */
export function cutText(
  text: string,
  from: { readonly row: number; readonly col: number },
  left: number,
  put: Put,
): { readonly row: number; readonly col: number } {
  let { row, col } = from;
  let preceding = 0;
  let open: Piece | undefined;
  let points = 0;
  const close = () => {
    if (open) put(row, col - open.width, open);
    open = undefined;
    preceding = 0;
  };
  let at = 0;
  for (const char of text) {
    const [start, codePoint] = [at, char.codePointAt(0)!];
    at += char.length;
    if (isControl(codePoint)) {
      close();
      if (codePoint === lineFeed) [row, col] = [row + 1, left];
      if (codePoint !== tab) continue;
      for (const stop = (Math.floor(col / tabStop) + 1) * tabStop; col < stop; col++)
        put(row, col, { char: ' ', width: 1, start, end: at });
      continue;
    }
    const properties = charProperties(codePoint, preceding);
    if (isJoined(properties)) {
      if (open && ++points <= limits.cellCodePoints) open.char += char;
      if (open) open.end = at;
      preceding = properties;
      continue;
    }
    close();
    const width = widthIn(properties);
    if (width === 0) continue;
    open = { char: isSurrogate(codePoint) ? '\ufffd' : char, width, start, end: at };
    points = 1;
    preceding = properties;
    col += width;
  }
  close();
  return { row, col };
}
