/**
 * Boxes: rectangles with a closed left edge and both left corners. The right edge may be pushed away by text that
 * is wider than the program thought. Each row is scanned from one corner to the next, so junk costs what a screen does.
 */
import { limits } from '../../../limits.ts';
import type { HostGroup } from '../declaration.ts';
import { insideOf, partOf, rowsIn } from './area.ts';
import { dedented } from './bare.ts';
import { down, Lines, left, right, up } from './lines.ts';
import type { ScreenText } from './screenText.ts';
import { integer, screenRead } from './words.ts';

export interface Box {
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

const corner = {
  topLeft: right | down,
  topRight: left | down,
  bottomLeft: up | right,
  bottomRight: up | left,
};
const isCorner = (bits: number) => Object.values(corner).includes(bits);

export function boxesOn(screen: ScreenText): readonly Box[] {
  const lines = new Lines(screen);
  const boxes: Box[] = [];
  for (let row = 0; row < lines.height; row++)
    for (let col = 0; col < lines.cols && boxes.length < limits.hostBoxes; col++) {
      const box = lines.at(row, col) === corner.topLeft && boxAt(screen, lines, row, col);
      if (box) boxes.push({ ...box, depth: boxes.filter((outer) => holds(outer, box)).length });
    }
  return boxes;
}

const holds = (outer: Omit<Box, 'depth'>, box: Omit<Box, 'depth'>) =>
  outer.top < box.top && outer.bottom > box.bottom && outer.left < box.left && outer.right > box.right;

function boxAt(screen: ScreenText, lines: Lines, top: number, col: number): Omit<Box, 'depth'> | undefined {
  const bottom = lines.downEnd(top, col);
  if (bottom === top || lines.at(bottom, col) !== corner.bottomLeft) return undefined;
  const above = edge(lines, top, col, corner.topRight);
  const below = edge(lines, bottom, col, corner.bottomRight);
  if (above === undefined && below === undefined) return undefined;
  const far = above ?? below!;
  if (far < col + 2) return undefined;
  const closed = above === below && rightEdgeHolds(lines, top, bottom, far);
  const edges = { top, left: col, bottom, right: far, open: !closed };
  const rows = textIn(screen, edges);
  return {
    ...edges,
    ...words('title', screen, top, col, above ?? lines.cols),
    ...words('footer', screen, bottom, col, below ?? lines.cols),
    style: styleOf(screen.cells(top), col),
    rows,
    text: dedented(rows).join('\n'),
  };
}

/** The column of the corner at the end of a horizontal edge. Words may stand on it, no other corner may. */
function edge(lines: Lines, row: number, from: number, wanted: number): number | undefined {
  for (let col = from + 1; col < lines.cols; col++) {
    const bits = lines.at(row, col);
    if (bits === wanted) return col;
    if (isCorner(bits)) return undefined;
  }
  return undefined;
}

function rightEdgeHolds(lines: Lines, top: number, bottom: number, col: number): boolean {
  for (let row = top + 1; row < bottom; row++) if ((lines.at(row, col) & up) === 0) return false;
  return true;
}

/** What is inside, row by row. Where text pushed the edge away, the edge is taken off wherever it stands. */
function textIn(screen: ScreenText, edges: Parameters<typeof insideOf>[1]): readonly string[] {
  const area = insideOf(screen, edges);
  return [...rowsIn(area)].map((row) => {
    const { text } = partOf(screen, row, area);
    return (edges.open ? text.replace(/[│┃║|]$/, '') : text).trimEnd();
  });
}

/** The words on an edge, without the line and the brackets that lead up to them. */
function words(name: 'title' | 'footer', screen: ScreenText, row: number, from: number, to: number) {
  const on = screen
    .cells(row)
    .slice(from + 1, to)
    .join('');
  let [start, end] = [0, on.length];
  while (start < end && isLine(on[start]!)) start++;
  while (end > start && isLine(on[end - 1]!)) end--;
  return start < end ? { [name]: on.slice(start, end) } : {};
}

const isLine = (char: string) => (char >= '\u2500' && char <= '\u257f') || ' \u00a0-=+'.includes(char);

const styles: Readonly<Record<string, string>> = { '╭': 'round', '┏': 'heavy', '╔': 'double', '+': 'ascii' };
const dashes = '╌╍┄┅┈┉';

const styleOf = (cells: readonly string[], col: number) =>
  dashes.includes(cells[col + 1] || ' ') ? 'dashed' : (styles[cells[col]!] ?? 'square');

const optional = (name: string, text: string) => ({ name, type: 'string', text, optional: true }) as const;

export const boxes: HostGroup = {
  title: 'Boxes',
  text: 'Dialogs and panels stand in boxes; lines of box-drawing characters and of ASCII are known.',
  classes: {
    'ptywright.Box': {
      text: 'A rectangle that is drawn on the screen. Its edges are rows and columns of the line itself.',
      fields: [
        integer('top', 'The row of its upper edge.'),
        integer('left', 'The column of its left edge.'),
        integer('bottom', 'The row of its lower edge.'),
        integer('right', 'The column of its right edge, where its corners are.'),
        optional('title', 'Words on the upper edge.'),
        optional('footer', 'Words on the lower edge.'),
        {
          name: 'style',
          type: '"square"|"round"|"heavy"|"double"|"dashed"|"ascii"',
          text: 'How it is drawn.',
        },
        { name: 'open', type: 'boolean', text: 'Whether the right edge is not whole: text overflowed.' },
        integer('depth', 'How many boxes it is in.'),
        { name: 'rows', type: 'string[]', text: 'What is inside, row by row.' },
        { name: 'text', type: 'string', text: 'What is inside, without common indentation and blank edges.' },
      ],
    },
  },
  functions: [
    {
      name: 'screen.boxes',
      params: [],
      result: {
        type: 'ptywright.Box[]',
        text: `From the top to the bottom, at most ${limits.hostBoxes}.`,
      },
      needs: screenRead,
      text: 'The boxes on the screen, those inside of others too.',
      example: {
        screen: '╭─ Sure? ────╮\n│  ❯ Yes     │\n│    No      │\n╰────────────╯',
        lua: "local box = ptywright.screen.boxes()[1]\nassert(box.title == 'Sure?' and box.style == 'round' and box.text == '❯ Yes\\n  No')",
      },
      run: ({ screen }) => boxesOn(screen()),
    },
  ],
};
