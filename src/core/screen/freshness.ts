import type { Screen } from './screen.ts';
import { cellWords, type Line, staleBit, words } from './xterm.ts';

/**
 * Tells the cells that a program has written since a moment from those that were there before, wherever these
 * have scrolled to, and also when the same text was written again. Costs one pass over the cells when it begins
 * and nothing while output is parsed.
 */
export class Freshness {
  readonly #screen: Screen;
  readonly #others: Set<Freshness>;
  /** Cells that were fresh when a later one began, which marked them for itself. */
  readonly #kept = new Map<Line, Uint8Array>();

  constructor(screen: Screen, others: Set<Freshness>) {
    this.#screen = screen;
    this.#others = others;
    const lines = onScreens(screen);
    for (const other of others) other.#keep(lines);
    for (const line of lines) markStale(line);
    others.add(this);
  }

  /** Whether any cell of these columns of a row was written since; `to` is not included. */
  wrote(row: number, from = 0, to = this.#screen.size.cols): boolean {
    const line = this.#screen.line(row);
    const kept = this.#kept.get(line);
    for (let col = from; col < Math.min(to, line.length); col++)
      if (isFresh(line, col) || kept?.[col]) return true;
    return false;
  }

  stop(): void {
    this.#others.delete(this);
    this.#kept.clear();
  }

  #keep(lines: readonly Line[]): void {
    for (const line of lines) {
      const before = this.#kept.get(line);
      this.#kept.set(
        line,
        Uint8Array.from({ length: line.length }, (_, col) => (isFresh(line, col) || before?.[col] ? 1 : 0)),
      );
    }
  }
}

const isFresh = (line: Line, col: number) => (words(line)[col * cellWords + 2]! & staleBit) === 0;

function markStale(line: Line): void {
  const cells = words(line);
  for (let at = 2; at < cells.length; at += cellWords) cells[at]! |= staleBit;
}

/** Both screens: a program may leave the alternate one and uncover what was there long before. */
function onScreens({ emulator, size }: Screen): readonly Line[] {
  const { normal, alt } = emulator.core.buffers;
  return [normal, alt].flatMap(({ lines, ybase }) =>
    Array.from({ length: size.rows }, (_, row) => lines.get(ybase + row)).filter(
      (line) => line !== undefined,
    ),
  );
}
