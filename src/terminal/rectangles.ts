/**
 * Rectangle operations: DECCRA copies, DECFRA fills, DECERA and DECSERA erase, DECRQCRA returns a checksum of the
 * characters. The checksum goes only to the program that wrote the screen.
 */
import type { ReplyQueue } from './deviceReports.ts';
import {
  type BufferLine,
  bgFlags,
  codePointMask,
  combinedText,
  type Emulator,
  isCombined,
  lineWords,
  widthShift,
  wordsPerCell,
} from './xterm.ts';

/** Rows and columns from 0, inclusive. */
interface CellArea {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export class RectangleOperations {
  readonly #emulator: Emulator;

  constructor(emulator: Emulator, replies: ReplyQueue) {
    this.#emulator = emulator;
    const on = (intermediates: string, final: string, handle: (params: readonly number[]) => void) =>
      emulator.parser.registerCsiHandler({ intermediates, final }, ({ params, length }) => {
        handle([...params.subarray(0, length)]);
        return true;
      });
    on('$', 'v', (params) => this.#copy(params));
    on('$', 'x', ([char = 0, ...area]) => {
      if ((char >= 32 && char <= 126) || (char >= 160 && char <= 255)) this.#fill(area, char, false);
    });
    on('$', 'z', (area) => this.#fill(area, 32, false));
    on('$', '{', (area) => this.#fill(area, 32, true));
    on('*', 'y', ([id = 0, _page = 0, ...area]) => {
      replies.add(`\x1bP${id}!~${this.#checksum(area)}\x1b\\`);
    });
  }

  /** Copies in the order that reads each cell before it is overwritten. */
  #copy([top, left, bottom, right, , toTop, toLeft]: readonly number[]): void {
    const from = this.#area([top!, left!, bottom!, right!]);
    const to = this.#area([toTop!, toLeft!, 0, 0]);
    if (!from || !to) return;
    const rows = Math.min(from.bottom - from.top, to.bottom - to.top) + 1;
    const cols = Math.min(from.right - from.left, to.right - to.left) + 1;
    for (let count = 0; count < rows; count++) {
      const row = to.top > from.top ? rows - 1 - count : count;
      copyCells(this.#line(from.top + row), from.left, this.#line(to.top + row), to.left, cols);
    }
    this.#markDirty(to);
  }

  /** Uses the current attributes. A selective fill skips protected cells and keeps the attributes of the others. */
  #fill(params: readonly number[], char: number, selective: boolean): void {
    const area = this.#area(params);
    if (!area) return;
    const { fg, bg, extended } = this.#emulator.input._curAttrData;
    const content = char | (1 << widthShift);
    for (let row = area.top; row <= area.bottom; row++) {
      const line = this.#line(row);
      const cells = lineWords(line);
      for (let col = area.left, at = col * wordsPerCell; col <= area.right; col++, at += wordsPerCell) {
        if (selective) {
          if (!(cells[at + 2]! & bgFlags.guarded)) cells[at] = content;
          continue;
        }
        cells[at] = content;
        cells[at + 1] = fg;
        cells[at + 2] = bg;
        if (bg & bgFlags.extended) line._extendedAttrs[col] = extended;
      }
    }
    this.#markDirty(area);
  }

  #checksum(params: readonly number[]): string {
    const area = this.#area(params);
    let sum = 0;
    for (let row = area?.top ?? 0; area && row <= area.bottom; row++) {
      const line = this.#line(row);
      const cells = lineWords(line);
      for (let col = area.left; col <= area.right; col++) {
        const content = cells[col * wordsPerCell]!;
        if (!isCombined(content)) sum += content & codePointMask;
        else for (const char of combinedText(line, col)) sum += char.codePointAt(0)!;
      }
    }
    return (sum & 0xffff).toString(16).toUpperCase().padStart(4, '0');
  }

  /** Clips the area to the screen, or to the margins in origin mode. Undefined if it is empty. */
  #area([top = 0, left = 0, bottom = 0, right = 0]: readonly number[]): CellArea | undefined {
    const { core, margins } = this.#emulator;
    const { scrollTop, scrollBottom } = core.buffers.active;
    const { origin } = core.coreService.decPrivateModes;
    const [first, last] = origin ? [scrollTop, scrollBottom] : [0, core.rows - 1];
    const { left: firstCol, right: lastCol } = (origin && margins) || { left: 0, right: core.cols - 1 };
    const area = {
      top: first + Math.max(1, top) - 1,
      left: firstCol + Math.max(1, left) - 1,
      bottom: bottom > 0 ? Math.min(first + bottom - 1, last) : last,
      right: right > 0 ? Math.min(firstCol + right - 1, lastCol) : lastCol,
    };
    return area.top > area.bottom || area.left > area.right ? undefined : area;
  }

  #line(row: number): BufferLine {
    const { active } = this.#emulator.core.buffers;
    return active.lines.get(active.ybase + row)!;
  }

  #markDirty({ top, bottom }: CellArea): void {
    this.#emulator.input._dirtyRowTracker.markRangeDirty(top, bottom);
  }
}

/** Also between columns of one line: what is kept beside the words is copied before they are overwritten. */
export function copyCells(
  source: BufferLine,
  from: number,
  target: BufferLine,
  to: number,
  count: number,
): void {
  const read = lineWords(source);
  const step = to > from ? -1 : 1;
  const kept = isEmpty(source._combined) && isEmpty(source._extendedAttrs) ? 0 : count;
  for (let done = 0, col = step < 0 ? from + count - 1 : from; done < kept; done++, col += step) {
    const at = col * wordsPerCell;
    const toCol = col - from + to;
    if (isCombined(read[at]!))
      (target._combined as Record<number, string>)[toCol] = combinedText(source, col);
    if (read[at + 2]! & bgFlags.extended) target._extendedAttrs[toCol] = source._extendedAttrs[col];
  }
  lineWords(target).set(read.subarray(from * wordsPerCell, (from + count) * wordsPerCell), to * wordsPerCell);
}

function isEmpty(beside: object): boolean {
  for (const _ in beside) return false;
  return true;
}
