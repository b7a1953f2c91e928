import type { Cell } from './cells.ts';
import type { Mask } from './mask.ts';
import { charAt } from './runs.ts';
import { type LinkTo, styleOf } from './style.ts';
import { bgFlag, cellWidth, cellWords, extras, type Line, words } from './xterm.ts';

/** A row as one object for each cell. */
export function gridOf(line: Line, mask: Mask | undefined, from: number, to: number, linkTo: LinkTo): Cell[] {
  const row: Cell[] = [];
  for (let col = from; col < Math.min(to, line.length); col++) row.push(cellAt(line, col, mask, linkTo));
  return row;
}

function cellAt(line: Line, col: number, mask: Mask | undefined, linkTo: LinkTo): Cell {
  const cells = words(line);
  const content = cells[col * cellWords]!;
  const bg = cells[col * cellWords + 2]!;
  const hidden = mask?.[col];
  const extra = bg & bgFlag.extended ? extras(line, col) : undefined;
  const style = styleOf(cells[col * cellWords + 1]!, bg, extra, hidden === undefined ? linkTo : noLink);
  const char = hidden ?? (cellWidth(line, col) === 0 ? '' : charAt(line, col, content, undefined));
  const width = hidden === undefined ? cellWidth(line, col) : mask?.[col + 1] === '' ? 2 : 1;
  const cell: Cell = {
    char,
    width: char === '' ? 0 : width,
    fg: style.fg ?? null,
    bg: style.bg ?? null,
    bold: style.bold === true,
    faint: style.faint === true,
    italic: style.italic === true,
    inverse: style.inverse === true,
    underline: style.underline ?? null,
  };
  for (const name of rare) if (style[name] !== undefined) Object.assign(cell, { [name]: style[name] });
  return cell;
}

const rare = ['blink', 'invisible', 'strikethrough', 'overline', 'underline_color', 'link'] as const;

const noLink: LinkTo = () => undefined;
