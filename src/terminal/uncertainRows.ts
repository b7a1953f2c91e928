/**
 * Rows in which a character of disputed width was written since they were last erased: text may not be where the
 * program expects it. The mark is kept with the combined characters of the row. It moves with the row, and disappears
 * when the row is filled or overwritten by a copy.
 */
import type { BufferLine, XtermCore } from './xterm.ts';

const markKey = -1;

type MarkStore = { [key: number]: string };

export function markUncertain(line: BufferLine): void {
  (line._combined as MarkStore)[markKey] = '';
}

export const isMarkedUncertain = (line: BufferLine): boolean => line._combined[markKey] !== undefined;

/**
 * A row that continues an uncertain row is uncertain, too. `above` is whether the row before the buffer is uncertain.
 */
export function isUncertain(
  lines: { get(index: number): BufferLine | undefined },
  at: number,
  above: boolean,
): boolean {
  for (let index = at; index >= 0; index--) {
    const line = lines.get(index)!;
    if (isMarkedUncertain(line)) return true;
    if (!line.isWrapped) return false;
  }
  return above;
}

interface MarkedLinePrototype {
  replaceCells(this: BufferLine, start: number, end: number, fill: object, unprotected?: boolean): void;
  copyCellsFrom(
    this: BufferLine,
    from: BufferLine,
    srcCol: number,
    destCol: number,
    count: number,
    back: boolean,
  ): void;
}

let prototypesPatched = false;

/** Patches the prototypes once for all terminals: erasing a whole row removes its mark, and a reflow copies marks. */
export function patchUncertainMarks({ buffers }: XtermCore): void {
  if (prototypesPatched) return;
  prototypesPatched = true;
  const lines = Object.getPrototypeOf(buffers.active.lines.get(0)) as MarkedLinePrototype;
  const { replaceCells, copyCellsFrom } = lines;
  lines.replaceCells = function (start, end, fill, unprotected = false) {
    replaceCells.call(this, start, end, fill, unprotected);
    if (start <= 0 && end >= this.length && !unprotected && isMarkedUncertain(this))
      delete (this._combined as MarkStore)[markKey];
  };
  lines.copyCellsFrom = function (from, ...rest) {
    copyCellsFrom.call(this, from, ...rest);
    if (isMarkedUncertain(from)) markUncertain(this);
  };
}
