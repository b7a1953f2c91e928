/** Where the pointer was last seen, and the link that it rests on. */
import type { Screen } from './screen.ts';
import { bgFlag, cellWords, extras, words } from './xterm.ts';

export interface HoveredLink {
  readonly uri: string;
  readonly row: number;
  readonly col_start: number;
  /** The last column of the link on this row. */
  readonly col_end: number;
}

export class Pointer {
  #on: HoveredLink | undefined;

  /** A link that the pointer was not on before. */
  moveTo(screen: Screen, row: number, col: number): HoveredLink | undefined {
    const before = this.#on;
    this.#on = linkAt(screen, row, col);
    const same =
      before?.uri === this.#on?.uri && before?.row === row && before?.col_start === this.#on?.col_start;
    return same ? undefined : this.#on;
  }
}

function linkAt(screen: Screen, row: number, col: number): HoveredLink | undefined {
  const line = screen.line(row);
  const extended = (at: number) => words(line)[at * cellWords + 2]! & bgFlag.extended;
  const idAt = (at: number) => (extended(at) ? extras(line, at)?.urlId || undefined : undefined);
  const id = idAt(col);
  const uri = id === undefined ? undefined : screen.links.uri(id);
  if (uri === undefined) return undefined;
  let from = col;
  let to = col;
  while (from > 0 && idAt(from - 1) === id) from--;
  while (to + 1 < line.length && idAt(to + 1) === id) to++;
  return { uri, row, col_start: from, col_end: to };
}
