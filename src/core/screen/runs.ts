import type { Run, Style } from './cells.ts';
import type { Mask } from './mask.ts';
import { type LinkTo, sameExtra, styleOf } from './style.ts';
import {
  background,
  bgFlag,
  cellWidth,
  cellWords,
  codePointMask,
  combined,
  contentMask,
  type Extras,
  extras,
  isCombined,
  type Line,
  words,
} from './xterm.ts';

const space = 0x20;

/** Neighbouring cells that look alike: their columns, and what says how they look. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly fg: number;
  readonly bg: number;
  readonly extra: Extras | undefined;
  /** They stand for a secret. */
  readonly hidden: boolean;
}

/** A row as runs of cells that look alike. Blanks of the default style at its end are left out. */
export function runsOf(line: Line, mask: Mask | undefined, from: number, to: number, linkTo: LinkTo): Run[] {
  return stretchesOf(line, mask, from, to).map((stretch) => ({
    col: stretch.start,
    width: stretch.end - stretch.start,
    text: stretchText(line, mask, stretch),
    ...stretchStyle(stretch, linkTo),
  }));
}

export function stretchesOf(line: Line, mask: Mask | undefined, from: number, to: number): Stretch[] {
  const cells = words(line);
  const last = lastVisible(line, mask, from, to);
  const stretches: Stretch[] = [];
  let col = from;
  while (col < last) {
    const start = col;
    const fg = cells[col * cellWords + 1]!;
    const bg = background(cells[col * cellWords + 2]!);
    const hidden = mask?.[col] !== undefined;
    const extra = extraAt(line, col, bg);
    do col += columnsAt(line, col, hidden, last);
    while (
      col < last &&
      cells[col * cellWords + 1] === fg &&
      background(cells[col * cellWords + 2]!) === bg &&
      (mask?.[col] !== undefined) === hidden &&
      ((bg & bgFlag.extended) === 0 || sameExtra(extraAt(line, col, bg), extra))
    );
    stretches.push({ start, end: col, fg, bg, extra, hidden });
  }
  return stretches;
}

export function stretchText(line: Line, mask: Mask | undefined, { start, end, hidden }: Stretch): string {
  let text = '';
  for (let col = start; col < end; col += columnsAt(line, col, hidden, end))
    text += charAt(line, col, words(line)[col * cellWords]!, mask);
  return text;
}

export const stretchStyle = ({ fg, bg, extra, hidden }: Stretch, linkTo: LinkTo): Style =>
  styleOf(fg, bg, extra, hidden ? noLink : linkTo);

const columnsAt = (line: Line, col: number, hidden: boolean, end: number): number =>
  hidden ? 1 : Math.min(cellWidth(line, col) || 1, end - col);

const noLink: LinkTo = () => undefined;

const extraAt = (line: Line, col: number, bg: number): Extras | undefined =>
  bg & bgFlag.extended ? extras(line, col) : undefined;

/** The text of some columns: what is masked is masked, what is blank is a space. */
export function textOf(line: Line, mask: Mask | undefined, from: number, to: number): string {
  let text = '';
  for (let col = from; col < Math.min(to, line.length); col++)
    if (mask?.[col] !== undefined || cellWidth(line, col) > 0)
      text += charAt(line, col, words(line)[col * cellWords]!, mask);
  return text.trimEnd();
}

export function charAt(line: Line, col: number, content: number, mask: Mask | undefined): string {
  const instead = mask?.[col];
  if (instead !== undefined) return instead;
  if (isCombined(content)) return combined(line, col);
  const codePoint = content & codePointMask;
  return codePoint === 0 ? ' ' : String.fromCodePoint(codePoint);
}

function lastVisible(line: Line, mask: Mask | undefined, from: number, to: number): number {
  const cells = words(line);
  for (let col = Math.min(to, line.length) - 1; col >= from; col--) {
    const looks = cells[col * cellWords + 1]! !== 0 || background(cells[col * cellWords + 2]!) !== 0;
    const shows = mask?.[col] === undefined ? isShown(line, col) : mask[col] !== ' ';
    if (looks || shows) return col + 1;
  }
  return from;
}

/** The second column of a wide character has no content of its own, and belongs to it. */
function isShown(line: Line, col: number): boolean {
  const content = words(line)[col * cellWords]! & contentMask;
  return cellWidth(line, col) === 0 || (content !== 0 && content !== space);
}
