/** Finds boxes that are drawn with box-drawing characters or ASCII. */
import { limits } from '#limits.ts';
import type { HostGroup } from '../host/declaration.ts';
import { insideBox, integerParam, rowNumbers, rowPart, screenReadPermission } from './area.ts';
import { dedentLines, type ScreenText } from './screenText.ts';

/** Directions in which the line of a cell continues, as bits. */
const up = 1;
const right = 2;
const down = 4;
const left = 8;

const firstBoxCharacter = 0x2500;
/** One hexadecimal digit for each character from U+2500 to U+257F. Diagonals are 0. */
const boxDirections =
  'aa55aa55aa556666cccc3333999977777777ddddddddeeeeeeeebbbbbbbbffffffffffffffff' +
  'aa55a5666ccc333999777dddeeebbbfff6c9300081248124a5a5';

const characterDirections = (cell: string) => {
  const at = cell.charCodeAt(0) - firstBoxCharacter;
  return at >= 0 && at < boxDirections.length ? Number.parseInt(boxDirections[at]!, 16) : 0;
};

/** The line directions of all cells, and for each cell the row in which its line downwards ends. */
class LineGrid {
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
        this.#bits[row * this.cols + col] = cellDirections(rows, row, col);
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

type CellRows = readonly (readonly string[])[];

function cellDirections(rows: CellRows, row: number, col: number): number {
  const cell = rows[row]![col];
  if (cell === undefined || cell === ' ' || cell === '') return 0;
  if (cell === '|') return up | down;
  if (cell === '-' || cell === '=') return left | right;
  return cell === '+' ? crossingDirections(rows, row, col) : characterDirections(cell);
}

/** A plus sign continues in each direction in which the neighbour is a line. */
function crossingDirections(rows: CellRows, row: number, col: number): number {
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

/**
 * A rectangle with a closed left edge and both left corners. Wide text may have displaced the right edge. Each row is
 * scanned from corner to corner, so that the cost does not depend on the content.
 */
interface Box {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly title?: string;
  readonly footer?: string;
  readonly style: string;
  readonly open: boolean;
  readonly depth: number;
  readonly rows: readonly string[];
  readonly text: string;
}

const corners = {
  topLeft: right | down,
  topRight: left | down,
  bottomLeft: up | right,
  bottomRight: up | left,
};
const isCorner = (bits: number) => Object.values(corners).includes(bits);

function findBoxes(screen: ScreenText): readonly Box[] {
  const lines = new LineGrid(screen);
  const boxes: Box[] = [];
  for (let row = 0; row < lines.height; row++)
    for (let col = 0; col < lines.cols && boxes.length < limits.hostBoxes; col++) {
      const box = lines.at(row, col) === corners.topLeft && findBoxAt(screen, lines, row, col);
      if (box) boxes.push({ ...box, depth: boxes.filter((outer) => isInside(outer, box)).length });
    }
  return boxes;
}

const isInside = (outer: Omit<Box, 'depth'>, box: Omit<Box, 'depth'>) =>
  outer.top < box.top && outer.bottom > box.bottom && outer.left < box.left && outer.right > box.right;

function findBoxAt(
  screen: ScreenText,
  lines: LineGrid,
  top: number,
  col: number,
): Omit<Box, 'depth'> | undefined {
  const bottom = lines.downEnd(top, col);
  if (bottom === top || lines.at(bottom, col) !== corners.bottomLeft) return undefined;
  const above = findEdgeEnd(lines, top, col, corners.topRight);
  const below = findEdgeEnd(lines, bottom, col, corners.bottomRight);
  if (above === undefined && below === undefined) return undefined;
  const far = above ?? below!;
  if (far < col + 2) return undefined;
  const closed = above === below && isRightEdgeWhole(lines, top, bottom, far);
  const edges = { top, left: col, bottom, right: far, open: !closed };
  const rows = boxRows(screen, edges);
  return {
    ...edges,
    ...edgeText('title', screen, top, col, above ?? lines.cols),
    ...edgeText('footer', screen, bottom, col, below ?? lines.cols),
    style: boxStyle(screen.cells(top), col),
    rows,
    text: dedentLines(rows).join('\n'),
  };
}

/**
 * Returns the column of the corner that ends a horizontal edge. Text may interrupt the edge, another corner may not.
 */
function findEdgeEnd(lines: LineGrid, row: number, from: number, edge: number): number | undefined {
  for (let col = from + 1; col < lines.cols; col++) {
    const bits = lines.at(row, col);
    if (bits === edge) return col;
    if (isCorner(bits)) return undefined;
  }
  return undefined;
}

function isRightEdgeWhole(lines: LineGrid, top: number, bottom: number, col: number): boolean {
  for (let row = top + 1; row < bottom; row++) if ((lines.at(row, col) & up) === 0) return false;
  return true;
}

/** Returns the rows inside. In an open box, a displaced right edge is removed from the end of each row. */
function boxRows(screen: ScreenText, edges: Parameters<typeof insideBox>[1]): readonly string[] {
  const area = insideBox(screen, edges);
  return [...rowNumbers(area)].map((row) => {
    const { text } = rowPart(screen, row, area);
    return (edges.open ? text.replace(/[│┃║|]$/, '') : text).trimEnd();
  });
}

/** Returns the text on an edge, without the line around it. */
function edgeText(name: 'title' | 'footer', screen: ScreenText, row: number, from: number, to: number) {
  const on = screen
    .cells(row)
    .slice(from + 1, to)
    .join('');
  let [start, end] = [0, on.length];
  while (start < end && isLineCharacter(on[start]!)) start++;
  while (end > start && isLineCharacter(on[end - 1]!)) end--;
  return start < end ? { [name]: on.slice(start, end) } : {};
}

const isLineCharacter = (char: string) =>
  (char >= '\u2500' && char <= '\u257f') || ' \u00a0-=+'.includes(char);

const cornerStyles: Readonly<Record<string, string>> = {
  '╭': 'round',
  '┏': 'heavy',
  '╔': 'double',
  '+': 'ascii',
};
const dashes = '╌╍┄┅┈┉';

const boxStyle = (cells: readonly string[], col: number) =>
  dashes.includes(cells[col + 1] || ' ') ? 'dashed' : (cornerStyles[cells[col]!] ?? 'square');

const optionalText = (name: string, text: string) =>
  ({ name, type: 'string', text, optional: true }) as const;

export const boxesGroup: HostGroup = {
  title: 'Boxes',
  text: 'Dialogs and panels are drawn as boxes. Lines of box-drawing characters and of ASCII characters are recognized.',
  classes: {
    'ptywright.Box': {
      text: 'A rectangle that is drawn on the screen. Its edges are the rows and columns of its lines.',
      fields: [
        integerParam('top', 'The row of the top edge.'),
        integerParam('left', 'The column of the left edge.'),
        integerParam('bottom', 'The row of the bottom edge.'),
        integerParam('right', 'The column of the right edge, taken from its corners.'),
        optionalText('title', 'The text on the top edge.'),
        optionalText('footer', 'The text on the bottom edge.'),
        {
          name: 'style',
          type: '"square"|"round"|"heavy"|"double"|"dashed"|"ascii"',
          text: 'The line style.',
        },
        {
          name: 'open',
          type: 'boolean',
          text: 'Whether the right edge is incomplete because text overflowed.',
        },
        integerParam('depth', 'The number of boxes that contain this box.'),
        { name: 'rows', type: 'string[]', text: 'The text inside the box, row by row.' },
        {
          name: 'text',
          type: 'string',
          text: 'The text inside the box, without common indentation and blank edges.',
        },
      ],
    },
  },
  functions: [
    {
      name: 'screen.boxes',
      params: [],
      result: {
        type: 'ptywright.Box[]',
        text: `From top to bottom, at most ${limits.hostBoxes} boxes.`,
      },
      needs: screenReadPermission,
      text: 'Return the boxes on the screen, including nested boxes.',
      example: {
        screen: '╭─ Sure? ────╮\n│  ❯ Yes     │\n│    No      │\n╰────────────╯',
        lua: "local box = ptywright.screen.boxes()[1]\nassert(box.title == 'Sure?' and box.style == 'round' and box.text == '❯ Yes\\n  No')",
      },
      run: ({ screen }) => findBoxes(screen()),
    },
  ],
};
