/** Cells of a page as runs that look alike. */
import type { Cell, Run } from '../screen/cells.ts';
import type { Page } from './page.ts';
import { isPlain, lookOf, looksAlike } from './span.ts';

const kept = new WeakMap<Page, Run[][]>();

export function runsOfPage(page: Page): Run[][] {
  const runs = kept.get(page) ?? page.map((row) => runsOfCells(row, 0, row.length));
  kept.set(page, runs);
  return runs;
}

/** Blanks of the default style at the end are left out. */
export function runsOfCells(cells: readonly Cell[], from: number, to: number): Run[] {
  const runs: Run[] = [];
  let like: Cell | undefined;
  const shown = cells.slice(0, to).findLastIndex((cell) => cell.char !== ' ' || !isPlain(cell));
  for (let col = from; col <= shown; col++) {
    const cell = cells[col]!;
    const run = runs.at(-1);
    if (run && like && (cell.width === 0 || looksAlike(cell, like))) {
      run.text += cell.char;
      run.width += 1;
    } else {
      runs.push({ col, width: 1, text: cell.char || ' ', ...lookOf(cell) });
      like = cell;
    }
  }
  return runs;
}
