/** A run as the cells that it is made of: which of its characters share a column, and which take two. */
import type { Run } from '../screen/cells.ts';
import { charProperties, isJoined, widthIn } from '../screen/widths.ts';

export interface ShownCell {
  readonly text: string;
  readonly col: number;
  readonly width: number;
}

const plain = /^[\x20-\x7e]*$/;

/** As many columns as characters, and no two terminals disagree about it. */
export const isPlain = ({ text, width }: Run): boolean => text.length === width && plain.test(text);

export function cellsOf({ text, col, width }: Run): ShownCell[] {
  const cells: { text: string; width: number }[] = [];
  let preceding = 0;
  for (const char of text) {
    const properties = charProperties(char.codePointAt(0)!, preceding);
    const last = cells.at(-1);
    if (isJoined(properties) && last) last.text += char;
    else cells.push({ text: char, width: widthIn(properties) || 1 });
    preceding = properties;
  }
  return place(cells, col, width);
}

/** Half of a wide character stands where it was overwritten: no terminal can be told to show it. */
function place(cells: readonly { text: string; width: number }[], col: number, width: number): ShownCell[] {
  let surplus = cells.reduce((sum, cell) => sum + cell.width, 0) - width;
  let at = col;
  return cells.map((cell) => {
    const half = surplus > 0 && cell.width === 2;
    if (half) surplus -= 1;
    const shown = { text: half ? ' ' : cell.text, col: at, width: half ? 1 : cell.width };
    at += shown.width;
    return shown;
  });
}
