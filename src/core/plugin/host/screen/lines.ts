/** The lines that box-drawing characters and ASCII draw: in which directions each cell goes on. */
import type { ScreenText } from './screenText.ts';

export const up = 1;
export const right = 2;
export const down = 4;
export const left = 8;

/** From U+2500 to U+257F: the directions of each character as a hexadecimal digit; the diagonals have none. */
const firstDrawn = 0x2500;
const directions =
  'aa55aa55aa556666cccc3333999977777777ddddddddeeeeeeeebbbbbbbbffffffffffffffff' +
  'aa55a5666ccc333999777dddeeebbbfff6c9300081248124a5a5';

const drawn = (cell: string) => {
  const at = cell.charCodeAt(0) - firstDrawn;
  return at >= 0 && at < directions.length ? Number.parseInt(directions[at]!, 16) : 0;
};

/** The cells of a screen as directions, row by row, and for each the row in which its line downwards ends. */
export class Lines {
  readonly cols: number;
  readonly height: number;
  readonly #bits: Uint8Array;
  readonly #downEnds: Uint16Array;

  constructor(screen: ScreenText) {
    this.cols = screen.cols;
    this.height = screen.rows.length;
    this.#bits = new Uint8Array(this.cols * this.height);
    this.#downEnds = new Uint16Array(this.cols * this.height);
    const rows = screen.rows.map((_text, row) => screen.cells(row));
    for (let row = 0; row < this.height; row++)
      for (let col = 0; col < this.cols; col++)
        this.#bits[row * this.cols + col] = directionsOf(rows, row, col);
    for (let row = this.height - 1; row >= 0; row--)
      for (let col = 0; col < this.cols; col++)
        this.#downEnds[row * this.cols + col] = this.#downEnd(row, col);
  }

  at(row: number, col: number): number {
    return this.#bits[row * this.cols + col]!;
  }

  downEnd(row: number, col: number): number {
    return this.#downEnds[row * this.cols + col]!;
  }

  #downEnd(row: number, col: number): number {
    const goesOn = row + 1 < this.height && this.at(row, col) & down && this.at(row + 1, col) & up;
    return goesOn ? this.downEnd(row + 1, col) : row;
  }
}

type Cells = readonly (readonly string[])[];

function directionsOf(rows: Cells, row: number, col: number): number {
  const cell = rows[row]![col];
  if (cell === undefined || cell === ' ' || cell === '') return 0;
  if (cell === '|') return up | down;
  if (cell === '-' || cell === '=') return left | right;
  return cell === '+' ? crossing(rows, row, col) : drawn(cell);
}

/** A plus sign goes on to where a line comes from. */
function crossing(rows: Cells, row: number, col: number): number {
  const across = (beside: string | undefined) =>
    beside !== undefined && beside !== '' && '-=+'.includes(beside);
  const along = (beside: string | undefined) => beside === '|' || beside === '+';
  return (
    (along(rows[row - 1]?.[col]) ? up : 0) |
    (across(rows[row]![col + 1]) ? right : 0) |
    (along(rows[row + 1]?.[col]) ? down : 0) |
    (across(rows[row]![col - 1]) ? left : 0)
  );
}
