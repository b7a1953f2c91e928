/** Tells a terminal that shows the same screen how what comes next is to be drawn. */
import { styleOf } from '../render/ansi.ts';
import type { Run } from '../screen/cells.ts';
import type { PageStanding, Pen, SavedCursor, Standing } from '../screen/standing.ts';
import { cellsOf } from './cells.ts';
import { rowText, visible } from './rowText.ts';

/** The last thing that it is told: `row` is what is shown in the row of the cursor. `again`: nothing is as it came. */
export function resumeText(standing: Standing, row: readonly Run[], again: boolean): string {
  const { saved, origin, insert, newLine, wraparound, reverseWraparound } = standing;
  return [
    tabsText(standing, again),
    `${asSaved(saved)}\x1b7\x1b[0m\x1b[0"q\x1b(B`,
    marginsText(standing),
    switched('?6', origin),
    placeText(standing),
    standing.wraps ? `${switched('?7', true)}${lastText(row, standing.col)}` : '',
    switched('?7', wraparound),
    ...standing.charsets.map((letter, at) => (letter === 'B' ? '' : `\x1b${'()*+'[at]}${letter}`)),
    shifts[standing.level] ?? '',
    switched('4', insert),
    switched('20', newLine),
    switched('?45', reverseWraparound),
    penText(standing.pen),
  ].join('');
}

/** For a screen that the program comes back to: the terminal saves the cursor itself when it leaves it. */
export const leftText = (left: PageStanding, again: boolean): string =>
  `${tabsText(left, again)}${marginsText(left)}${asSaved(left.saved)}`;

const asSaved = ({ charset, row, col, pen }: SavedCursor): string =>
  `${charset === 'B' ? '' : `\x1b(${charset}`}\x1b[${row + 1};${col + 1}H${penText(pen)}`;

const marginsText = ({ margins: { top, bottom } }: PageStanding) => `\x1b[${top + 1};${bottom + 1}r`;

const shifts = ['', '\x0e', '\x1bn', '\x1bo'];

const switched = (mode: string, on: boolean) => `\x1b[${mode}${on ? 'h' : 'l'}`;

function tabsText({ tabs }: PageStanding, again: boolean): string {
  if (!tabs && !again) return '';
  const cols = tabs ?? Array.from({ length: 125 }, (_, at) => at * 8);
  return `\x1b[3g${cols.map((col) => `\x1b[1;${col + 1}H\x1bH`).join('')}`;
}

/** Rows are counted from the margin where the program wants it so. */
const placeText = ({ row, col, origin, margins }: Standing) =>
  `\x1b[${row - (origin ? margins.top : 0) + 1};${col + 1}H`;

/** Written once more: no sequence leaves a cursor behind the last column. */
function lastText(row: readonly Run[], col: number): string {
  const run = row.at(-1);
  const last = run && cellsOf(run).at(-1);
  if (!run || !last || last.col + last.width <= col) return ' ';
  const { text } = rowText([{ ...run, text: last.text, col: 0, width: last.width }]);
  return `${last.width === 2 ? '\b' : ''}${text}`;
}

function penText({ style, guarded }: Pen): string {
  const { link } = style;
  const look = styleOf({ col: 0, width: 0, text: '', ...style });
  const href = link === undefined ? '' : `\x1b]8;;${visible(link)}\x1b\\`;
  return `${look === '' ? '' : `\x1b[${look}m`}${href}${guarded ? '\x1b[1"q' : ''}`;
}
