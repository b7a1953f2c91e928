import type { Buffer, Emulator, Line } from './xterm.ts';

export interface LinePlace {
  readonly line: number;
  readonly col: number;
}

/**
 * Numbers for the lines of the main screen, counted from the first line of the session: a line keeps its number
 * while it scrolls, and after older ones were dropped. A change of width wraps lines anew and moves them.
 */
export class LineNumbers {
  readonly #buffers: Emulator['core']['buffers'];
  #main: Buffer;
  #dropped = 0;

  constructor({ core: { buffers } }: Emulator) {
    this.#buffers = buffers;
    this.#main = buffers.normal;
    this.#count(buffers.normal);
    buffers.onBufferActivate(() => this.#follow());
  }

  /** Of the row at which the main screen begins. */
  get first(): number {
    return this.#dropped + this.#main.ybase;
  }

  /** The line of the cursor, null on the alternate screen, and its column. */
  cursor(): { readonly line: number | null; readonly col: number } {
    const { active, normal } = this.#buffers;
    const line = active === normal ? this.#dropped + active.ybase + active.y : null;
    return { line, col: active.x };
  }

  /** A line of the main screen or of what scrolled off it; nothing when it is not kept any more. */
  readonly at = (line: number): Line | undefined => this.#main.lines.get(line - this.#dropped);

  /** A reset makes new buffers; their lines come after all that there were. */
  #follow(): void {
    if (this.#main === this.#buffers.normal) return;
    this.#dropped += this.#main.lines.length;
    this.#main = this.#buffers.normal;
    this.#count(this.#main);
  }

  #count(main: Buffer): void {
    main.lines.onTrim((lines) => {
      if (main === this.#main) this.#dropped += lines;
    });
  }
}
