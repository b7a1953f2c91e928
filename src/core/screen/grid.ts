import type { Cell } from './cells.ts';
import type { Mask } from './mask.ts';
import { charAt, isSecondColumn } from './runs.ts';
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
  const char = hidden ?? (isSecondColumn(line, col) ? '' : charAt(line, col, content, undefined));
  return {
    char,
    width: char === '' ? 0 : hidden === undefined ? cellWidth(content) || 1 : mask?.[col + 1] === '' ? 2 : 1,
    fg: style.fg ?? null,
    bg: style.bg ?? null,
    bold: style.bold ?? false,
    faint: style.faint ?? false,
    italic: style.italic ?? false,
    blink: style.blink ?? false,
    inverse: style.inverse ?? false,
    invisible: style.invisible ?? false,
    strikethrough: style.strikethrough ?? false,
    overline: style.overline ?? false,
    underline: style.underline ?? null,
    underline_color: style.underline_color ?? null,
    link: style.link ?? null,
  };
}

const noLink: LinkTo = () => undefined;
