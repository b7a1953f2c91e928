import { LineMoves } from './lineMoves.ts';
import type { CsiHandler, Emulator, Identifier, Params } from './xterm.ts';
import { cellWords, combined, isCombined, words } from './xterm.ts';

/**
 * Counts that a program sends, made small before the emulator obeys them: ten bytes asked for two billion
 * repetitions and took 95 s. A count past the size of the screen changes nothing that could be seen. On top of
 * that all repetitions in one slice of output share an allowance, far above what an honest program asks for.
 */
export class Clamps {
  readonly #emulator: Emulator;
  readonly #lineMoves: LineMoves;
  #rows = 0;
  #cols = 0;
  #cells = 0;
  #lines = 0;
  #moves = 0;

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    this.#lineMoves = new LineMoves(emulator);
    for (const [final, clamp] of this.#clamped()) emulator.parser.registerCsiHandler(final, clamp);
  }

  /** Call before each slice: renews the allowance. */
  renew({ rows, cols }: { rows: number; cols: number }): void {
    this.#rows = rows;
    this.#cols = cols;
    this.#cells = repeatsPerSlice * cols + 8 * rows * cols;
    this.#lines = linesPerSlice + 8 * rows;
    this.#moves = movedPerSlice / (rows * cols);
  }

  #clamped(): readonly (readonly [Identifier, CsiHandler])[] {
    const byRows: CsiHandler = (params) => this.#lineWork(params);
    const inserted: CsiHandler = (params) =>
      this.#lineWork(params) || this.#lineMoves.insert(countIn(params));
    const deleted: CsiHandler = (params) => this.#lineWork(params) || this.#lineMoves.delete(countIn(params));
    const byCols: CsiHandler = (params) => atMost(params, this.#cols);
    const allCells: CsiHandler = (params) => this.#moves-- <= 0 || atMost(params, this.#cols);
    return [
      [{ final: 'L' }, inserted],
      [{ final: 'M' }, deleted],
      ...['S', 'T'].map((final) => [{ final }, byRows] as const),
      ...['I', 'Z', '@', 'P', 'X'].map((final) => [{ final }, byCols] as const),
      ...['@', 'A'].map((final) => [{ intermediates: ' ', final }, allCells] as const),
      ...['}', '~'].map((final) => [{ intermediates: "'", final }, allCells] as const),
      [{ final: 'b' }, (params) => this.#repeat(params)],
    ];
  }

  #lineWork(params: Params): boolean {
    const lines = Math.min(countIn(params), this.#rows, this.#lines);
    this.#lines -= lines;
    return lines === 0 || atMost(params, lines);
  }

  /** REP repeats the whole cell, which may be many code points. */
  #repeat(params: Params): boolean {
    const each = this.#lengthBefore();
    const times = Math.min(countIn(params), this.#rows * this.#cols, Math.floor(this.#cells / each));
    this.#cells -= times * each;
    return times === 0 || atMost(params, times);
  }

  #lengthBefore(): number {
    const { x, y, ybase, lines } = this.#emulator.core.buffers.active;
    const line = lines.get(ybase + y);
    if (!line || x === 0) return 1;
    const one = (col: number) =>
      isCombined(words(line)[col * cellWords] ?? 0) ? combined(line, col).length : 1;
    return Math.max(one(x - 1), x > 1 ? one(x - 2) : 1);
  }
}

/** A slice of 4 KiB holds at most so many of the shortest sequences that repeat. */
const repeatsPerSlice = 1024;
const linesPerSlice = 4096;
/** Cells moved sideways on all rows at once: at 80 columns more than a slice could ask for. */
const movedPerSlice = 4_000_000;

/** Resets that follow one another are one. `ESC c` means the same wherever it stands. */
export function collapseResets(slice: Uint8Array): Uint8Array {
  const bytes = Buffer.from(slice.buffer, slice.byteOffset, slice.length);
  if (!bytes.includes(twoResets)) return slice;
  return Buffer.from(bytes.toString('latin1').replace(/(?:\x1bc)+/g, '\x1bc'), 'latin1');
}

const twoResets = Buffer.from('\x1bc\x1bc');

const countIn = ({ params }: Params): number => params[0]! || 1;

function atMost({ params }: Params, most: number): false {
  if (params[0]! > most) params[0] = most;
  return false;
}
