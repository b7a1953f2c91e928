/** Rows as runs that say only how cells look: what they hold stands in the text of the row, which is told anyway. */
import type { CompactRun, Style } from './cells.ts';
import type { Mask } from './mask.ts';
import { type Stretch, stretchesOf, stretchStyle, stretchText } from './runs.ts';
import type { LinkTo } from './style.ts';
import { cellWords, type Line, words } from './xterm.ts';

/** The styles of one snapshot. The default one is the first. */
export class Styles {
  readonly all: Style[] = [{}];
  readonly #linkTo: LinkTo;
  /** By foreground, then by what else says how a cell looks. */
  readonly #known = new Map<number, Map<number | string, number>>();

  constructor(linkTo: LinkTo) {
    this.#linkTo = linkTo;
  }

  indexOf(stretch: Stretch): number {
    const { fg, bg, extra, hidden } = stretch;
    if (fg === 0 && bg === 0) return 0;
    const link = hidden ? 0 : extra?.urlId;
    const known = this.#known.get(fg) ?? new Map<number | string, number>();
    const key = extra ? `${bg},${extra._ext},${link}` : bg;
    const index = known.get(key);
    if (index !== undefined) return index;
    known.set(key, this.all.length);
    this.#known.set(fg, known);
    return this.all.push(stretchStyle(stretch, this.#linkTo)) - 1;
  }
}

export function compactRunsOf(
  line: Line,
  mask: Mask | undefined,
  from: number,
  to: number,
  styles: Styles,
): CompactRun[] {
  const told = mask === undefined && isTold(line, from, to);
  const runs: CompactRun[] = [];
  for (const stretch of stretchesOf(line, mask, from, to)) {
    const { start, end } = stretch;
    const style = styles.indexOf(stretch);
    if (!told) runs.push([start, end - start, style, stretchText(line, mask, stretch)]);
    else if (style !== 0) runs.push([start, end - start, style]);
  }
  return runs;
}

/** Whether the row's text has one unit for each column: every cell is one column wide and holds one unit. */
function isTold(line: Line, from: number, to: number): boolean {
  const cells = words(line);
  const end = Math.min(to, line.length);
  for (let col = from; col < end; col++) if (cells[col * cellWords]! >>> 16 !== oneUnitWide) return false;
  return true;
}

/** The upper half of a cell's first word: one column, not combined, and none of the upper bits of a code point. */
const oneUnitWide = 0x40;
