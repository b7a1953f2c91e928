/**
 * Lines inserted and deleted, which is how editors scroll. The emulator makes a new line for each and moves what is
 * below once for each; here the lines that fall out are emptied and come in again.
 */
import { type Emulator, isFilledWith, type Line } from './xterm.ts';

export class LineMoves {
  readonly #emulator: Emulator;
  #blank: Line | undefined;

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  /** At the cursor. False, and nothing done, where it is outside the rows that scroll. */
  insert(count: number): boolean {
    return this.#move((moving) => {
      const fallen = moving.splice(Math.max(0, moving.length - count));
      moving.unshift(...this.#emptied(fallen));
    });
  }

  delete(count: number): boolean {
    return this.#move((moving) => {
      const fallen = moving.splice(0, count);
      moving.push(...this.#emptied(fallen));
    });
  }

  #move(reorder: (lines: Line[]) => void): boolean {
    const { core, input } = this.#emulator;
    const { active } = core.buffers;
    const { y, ybase, scrollTop, scrollBottom, lines } = active;
    if (y < scrollTop || y > scrollBottom) return false;
    const moving: Line[] = [];
    for (let row = y; row <= scrollBottom; row++) moving.push(lines.get(ybase + row)!);
    reorder(moving);
    for (const [at, line] of moving.entries()) lines.set(ybase + y + at, line);
    input._dirtyRowTracker.markRangeDirty(y, scrollBottom);
    active.x = 0;
    return true;
  }

  #emptied(lines: readonly Line[]): readonly Line[] {
    const blank = this.#blankLine();
    for (const line of lines) line.copyFrom(blank);
    return lines;
  }

  #blankLine(): Line {
    const { core, input } = this.#emulator;
    const { active } = core.buffers;
    const erased = input._eraseAttrData();
    const cols = active.lines.get(active.ybase + active.y)!.length;
    if (this.#blank?.length !== cols || !isFilledWith(this.#blank, erased))
      this.#blank = active.getBlankLine(erased);
    return this.#blank;
  }
}
