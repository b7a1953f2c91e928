import type { Run } from './cells.ts';
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

/** A row as runs of cells that look alike. Blanks of the default style at its end are left out. */
export function runsOf(line: Line, mask: Mask | undefined, from: number, to: number, linkTo: LinkTo): Run[] {
  const cells = words(line);
  const end = lastVisible(line, mask, from, to);
  const runs: Run[] = [];
  let col = from;
  while (col < end) {
    const start = col;
    const fg = cells[col * cellWords + 1]!;
    const bg = background(cells[col * cellWords + 2]!);
    const hidden = mask?.[col] !== undefined;
    const extra = extraAt(line, col, bg);
    let text = '';
    do {
      const content = cells[col * cellWords]!;
      text += charAt(line, col, content, mask);
      col += hidden ? 1 : Math.min(cellWidth(line, col) || 1, end - col);
    } while (
      col < end &&
      cells[col * cellWords + 1] === fg &&
      background(cells[col * cellWords + 2]!) === bg &&
      (mask?.[col] !== undefined) === hidden &&
      ((bg & bgFlag.extended) === 0 || sameExtra(extraAt(line, col, bg), extra))
    );
    runs.push({ col: start, width: col - start, text, ...styleOf(fg, bg, extra, hidden ? noLink : linkTo) });
  }
  return runs;
}

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
