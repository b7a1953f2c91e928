/** Tracks which cells a program has written since a given moment. */
import type { Screen } from './screen.ts';
import { type BufferLine, lineWords, staleBit, wordsPerCell } from './xterm.ts';

/**
 * Separates the cells written since its creation from older ones. This works after they scroll, and if the same text
 * is written again. Costs one pass over the cells at creation and nothing during parsing.
 */
export class DirtyRows {
  readonly #screen: Screen;
  readonly #active: Set<DirtyRows>;
  /** Cells that were fresh when a later tracker started and marked all cells as stale. */
  readonly #savedFresh = new Map<BufferLine, Uint8Array>();

  constructor(screen: Screen, others: Set<DirtyRows>) {
    this.#screen = screen;
    this.#active = others;
    const lines = linesOfBothBuffers(screen);
    for (const other of others) other.#saveFresh(lines);
    for (const line of lines) markLineStale(line);
    others.add(this);
  }

  /** Whether the program has written any cell in these columns of a row. `to` is exclusive. */
  wrote(row: number, from = 0, to = this.#screen.size.cols): boolean {
    const line = this.#screen.line(row);
    const kept = this.#savedFresh.get(line);
    for (let col = from; col < Math.min(to, line.length); col++)
      if (isFreshCell(line, col) || kept?.[col]) return true;
    return false;
  }

  dispose(): void {
    this.#active.delete(this);
    this.#savedFresh.clear();
  }

  #saveFresh(lines: readonly BufferLine[]): void {
    for (const line of lines) {
      const before = this.#savedFresh.get(line);
      this.#savedFresh.set(
        line,
        Uint8Array.from({ length: line.length }, (_, col) =>
          isFreshCell(line, col) || before?.[col] ? 1 : 0,
        ),
      );
    }
  }
}

const isFreshCell = (line: BufferLine, col: number) =>
  (lineWords(line)[col * wordsPerCell + 2]! & staleBit) === 0;

function markLineStale(line: BufferLine): void {
  const cells = lineWords(line);
  for (let at = 2; at < cells.length; at += wordsPerCell) cells[at]! |= staleBit;
}

/** Lines of both buffers: a program may leave the alternate screen and reveal old text. */
function linesOfBothBuffers({ emulator, size }: Screen): readonly BufferLine[] {
  const { normal, alt } = emulator.core.buffers;
  return [normal, alt].flatMap(({ lines, ybase }) =>
    Array.from({ length: size.rows }, (_, row) => lines.get(ybase + row)).filter(
      (line) => line !== undefined,
    ),
  );
}
